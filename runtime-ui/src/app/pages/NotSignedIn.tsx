import { useTranslation } from 'react-i18next'
import { PlainPage } from './PlainPage'

/** The page of an address that needs a session. */
export function NotSignedIn() {
  const { t } = useTranslation()
  return <PlainPage code="401" title={t('page.no_login')} help={t('page.no_login_help')} login />
}
