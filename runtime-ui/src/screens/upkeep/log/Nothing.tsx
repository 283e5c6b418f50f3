import { Empty } from 'antd'
import { useTranslation } from 'react-i18next'

/** What stands in an empty log. */
export function Nothing() {
  const { t } = useTranslation()
  return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('log.none')} />
}
