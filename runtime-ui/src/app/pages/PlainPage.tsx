import { Link } from '@tanstack/react-router'
import './pages.css'

interface PlainPageProps {
  code: string
  title: string
  help: string
  to: '/' | '/login'
  way: string
}

/** A page that says one thing and shows one way on. */
export function PlainPage({ code, title, help, to, way }: PlainPageProps) {
  return (
    <main className="plain-page">
      <p className="mono quiet">{code}</p>
      <h1>{title}</h1>
      <p>{help}</p>
      <Link to={to}>{way}</Link>
    </main>
  )
}
