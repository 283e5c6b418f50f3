import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { portal } from '../../page/site'
import { AuthCard } from './AuthCard'

/**
 * The portal's spelling of the page where a company registers, which the server makes. At the
 * page's own address this is seen only where a site has taken the page away.
 */
export function RegisterPage() {
  const { t } = useTranslation()
  useEffect(() => {
    if (portal) window.location.replace('/reg')
  }, [])
  return (
    <AuthCard title={t('login.register')} note={portal ? undefined : t('login.no_register')}>
      <p className="login-ways">
        <a href="/user/login">{t('login.portal')}</a>
      </p>
    </AuthCard>
  )
}
