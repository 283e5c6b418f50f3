import { Link } from '@tanstack/react-router'
import { Result } from 'antd'
import { useTranslation } from 'react-i18next'

/** An address that does not exist, or is not granted: the two look alike on purpose. */
export function NotFound() {
  const { t } = useTranslation()
  return (
    <Result
      status="404"
      title={t('page.not_found')}
      subTitle={t('page.not_found_help')}
      extra={<Link to="/">{t('page.home')}</Link>}
    />
  )
}
