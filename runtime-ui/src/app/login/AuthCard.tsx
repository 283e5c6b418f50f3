import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Html } from '../../look/Html'
import { useRuntime } from '../../page/runtime'
import { LanguageMenu } from './LanguageMenu'
import './login.css'

interface AuthCardProps {
  title: string
  note?: string | undefined
  failure?: string | undefined // a text key, or the server's words
  done?: string | undefined
  children: ReactNode
}

/** The frame of the pages before the shell. */
export function AuthCard({ title, note, failure, done, children }: AuthCardProps) {
  const { t, i18n } = useTranslation()
  const { info } = useRuntime()
  return (
    <main className="login">
      <LanguageMenu />
      <section className="login-card">
        <p className="quiet">{info?.sysName}</p>
        <h1>{title}</h1>
        {note !== undefined && <p className="quiet">{note}</p>}
        {failure !== undefined && (
          <p className="login-said phase-stopped" role="alert">
            <Html text={i18n.exists(failure) ? t(failure) : failure} />
          </p>
        )}
        {done !== undefined && (
          <p className="login-said phase-done" role="status">
            {done}
          </p>
        )}
        {children}
      </section>
    </main>
  )
}
