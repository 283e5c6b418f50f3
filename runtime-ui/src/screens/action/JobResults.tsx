import { DownloadOutlined } from '@ant-design/icons'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNotify } from '../../page/useNotify'
import type { Job } from '../../data/act'
import { useFile } from '../../fields/file/useFile'
import { ResultList } from './ResultList'
import { Running } from './Running'
import { useJobResults } from './useJobResults'

/** How an action on very many records goes, and in the end how it went for each. */
export function JobResults({ table, id }: { table: string; id: number }) {
  const { t } = useTranslation()
  const { openFile } = useFile()
  const { job, each, error, cancel } = useJobResults(table, id)
  if (error !== null) return <Alert type="error" title={error.message} />
  if (job?.state === 'failed') return <Alert type="error" title={job.message ?? t('job.failed')} />
  if (job === undefined || each === undefined) return <Going job={job} onCancel={cancel} />
  const { file } = job
  return (
    <div className="job-results">
      {job.state === 'cancelled' && (
        <Alert
          type="warning"
          title={t('action.cancelled', { done: each.length, total: job.total })}
        />
      )}
      <ResultList table={table} answer={{ msg: '', each }} />
      {file !== undefined && (
        <Button size="small" icon={<DownloadOutlined />} onClick={() => void openFile(file)}>
          {t('action.download_results')}
        </Button>
      )}
    </div>
  )
}

interface GoingProps {
  job: Job | undefined
  onCancel: () => Promise<void>
}

/** How far it is; it goes on without its dialog, or is cancelled here. */
function Going({ job, onCancel }: GoingProps) {
  const { t } = useTranslation()
  const notify = useNotify()
  const [cancelling, setCancelling] = useState(false)
  return (
    <>
      <Running job={job ?? { state: 'queued', done: 0, total: 0 }} before={t('action.begins')} />
      <p className="quiet">{t('action.may_close')}</p>
      <Button
        size="small"
        loading={cancelling}
        onClick={() => {
          setCancelling(true)
          onCancel().catch((error: unknown) => {
            setCancelling(false)
            notify.failure(error)
          })
        }}
      >
        {t('ui.cancel')}
      </Button>
    </>
  )
}
