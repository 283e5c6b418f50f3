import { Progress } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Job } from '../../data/provider'

/** How far a file is; the job goes on when the dialog is closed. */
export function Running({ job: { done, total } }: { job: Job }) {
  const { t } = useTranslation()
  const percent = total === 0 ? 0 : Math.floor((100 * done) / total)
  return (
    <div role="status">
      <Progress percent={percent} status="active" />
      <span className="quiet">
        {total === 0 ? t('import.reading') : t('import.progress', { done, total })}
      </span>
    </div>
  )
}
