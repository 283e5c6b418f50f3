import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import './pages.css'

interface PlainPageProps {
  code: string
  title: string
  help: string
  login?: boolean // offers the door beside the way home
}

/** A page that says one thing and shows the way on. */
export function PlainPage({ code, title, help, login = false }: PlainPageProps) {
  const { t } = useTranslation()
  return (
    <main className="plain-page">
      <p className="mono quiet">{code}</p>
      <h1>{title}</h1>
      <p>{help}</p>
      <nav>
        {login && <Link to="/login">{t('login.submit')}</Link>}
        <Link to="/">{t('page.home')}</Link>
      </nav>
    </main>
  )
}
