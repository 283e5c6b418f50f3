import { useTranslation } from 'react-i18next'
import { PlainPage } from './PlainPage'

/** An address that does not exist, or is not granted: the two look alike on purpose. */
export function NotFound() {
  const { t } = useTranslation()
  return <PlainPage code="404" title={t('page.not_found')} help={t('page.not_found_help')} />
}
