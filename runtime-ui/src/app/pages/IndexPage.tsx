import { useTranslation } from 'react-i18next'
import { useRuntime } from '../runtime'
import './pages.css'

/** The public home page: what this is, and its two doors. */
export function IndexPage() {
  const { t } = useTranslation()
  const { info } = useRuntime()
  return (
    <main className="plain-page">
      <p className="quiet">{info?.sysName}</p>
      <h1>{t('login.title')}</h1>
      <p>{t('page.index')}</p>
      <nav>
        <a href="/login">{t('login.office')}</a>
        <a href="/user/login">{t('login.portal')}</a>
      </nav>
    </main>
  )
}
