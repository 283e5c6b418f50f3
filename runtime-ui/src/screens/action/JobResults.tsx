import { DownloadOutlined } from '@ant-design/icons'
import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFile } from '../../fields/file/useFile'
import { ResultList } from './ResultList'
import { Running } from './Running'
import { useJobResults } from './useJobResults'

/** How an action on very many records goes, and in the end how it went for each. */
export function JobResults({ table, id }: { table: string; id: number }) {
  const { t } = useTranslation()
  const { openFile } = useFile()
  const { job, each, error } = useJobResults(table, id)
  if (error !== null) return <Alert type="error" title={error.message} />
  if (job?.state === 'failed' || job?.state === 'cancelled') {
    return <Alert type="error" title={job.message ?? t('job.failed')} />
  }
  if (job === undefined || each === undefined) {
    return (
      <>
        <Running job={job ?? { state: 'queued', done: 0, total: 0 }} before={t('action.begins')} />
        <p className="quiet">{t('action.may_close')}</p>
      </>
    )
  }
  const { file } = job
  return (
    <div className="job-results">
      <ResultList answer={{ msg: '', each }} />
      {file !== undefined && (
        <Button size="small" icon={<DownloadOutlined />} onClick={() => void openFile(file)}>
          {t('action.download_results')}
        </Button>
      )}
    </div>
  )
}
