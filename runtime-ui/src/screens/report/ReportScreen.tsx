import { Result } from 'antd'
import { useTranslation } from 'react-i18next'
import type { ReportScreenMeta } from '../../data/screen'

/** Says that a report cannot be drawn yet. */
export function ReportScreen({ screen }: { screen: ReportScreenMeta }) {
  const { t } = useTranslation()
  return <Result status="info" title={screen.title} subTitle={t('page.not_available')} />
}
