import { Progress } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Job } from '../../data/act'

/** How far a job is, which goes on when its dialog is closed; before it counts, what it begins with. */
export function Running({ job: { done, total }, before }: { job: Job; before: string }) {
  const { t } = useTranslation()
  const percent = total === 0 ? 0 : Math.floor((100 * done) / total)
  return (
    <div role="status">
      <Progress percent={percent} status="active" />
      <span className="quiet">{total === 0 ? before : t('action.progress', { done, total })}</span>
    </div>
  )
}
