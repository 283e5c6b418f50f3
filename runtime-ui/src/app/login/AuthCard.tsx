import { Alert } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Html } from '../Html'
import { useRuntime } from '../runtime'
import { LanguageSelect } from '../shell/navbar/LanguageSelect'
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
      <div className="login-language">
        <LanguageSelect />
      </div>
      <section className="login-card">
        <p className="quiet">{info?.sysName}</p>
        <h1>{title}</h1>
        {note !== undefined && <p className="quiet">{note}</p>}
        {failure !== undefined && (
          <Alert
            type="error"
            showIcon
            role="alert"
            title={<Html text={i18n.exists(failure) ? t(failure) : failure} />}
          />
        )}
        {done !== undefined && <Alert type="success" showIcon role="status" title={done} />}
        {children}
      </section>
    </main>
  )
}
