import { Alert } from 'antd'
import type { ReactNode } from 'react'
import { Html } from '../../look/Html'
import './upkeep.css'

interface PageProps {
  title: string
  hint: string
  error: Error | null
  tools?: ReactNode
  children: ReactNode
}

/** The frame of an upkeep screen: what it is for, its tools, what went wrong. */
export function Page({ title, hint, error, tools, children }: PageProps) {
  return (
    <section className="upkeep" aria-label={title}>
      <header className="upkeep-head">
        <h1>{title}</h1>
        {tools}
        <p className="quiet">{hint}</p>
      </header>
      {error !== null && <Alert type="error" showIcon title={<Html text={error.message} />} />}
      {/* A table may be wider than a phone; the keyboard moves it too. */}
      <div className="upkeep-body" role="group" aria-label={title} tabIndex={0}>
        {children}
      </div>
    </section>
  )
}
