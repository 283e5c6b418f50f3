import { Link } from '@tanstack/react-router'
import { Result } from 'antd'
import { useTranslation } from 'react-i18next'

/** The page of an address that needs a session. */
export function NotSignedIn() {
  const { t } = useTranslation()
  return (
    <Result
      status="403"
      title={t('page.no_login')}
      subTitle={t('page.no_login_help')}
      extra={<Link to="/login">{t('login.submit')}</Link>}
    />
  )
}
