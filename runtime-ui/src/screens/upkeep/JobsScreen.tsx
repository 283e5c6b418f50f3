import { Button, Empty, Progress, Table } from 'antd'
import { useTranslation } from 'react-i18next'
import { Html } from '../../look/Html'
import type { CustomScreenMeta, Phase } from '../../data/screen'
import type { ListedJob } from '../../data/upkeep'
import { Page } from './Page'
import { onItsWay, useJobs } from './useJobs'
import { When } from './When'

const phases: Record<ListedJob['state'], Phase> = {
  queued: 'waiting',
  running: 'work',
  done: 'done',
  failed: 'stopped',
  cancelled: 'draft',
}

/** What one asked to be done in the background: how far it is, and what came of it. */
export function JobsScreen({ screen }: { screen: CustomScreenMeta }) {
  const { t } = useTranslation()
  const jobs = useJobs()
  return (
    <Page
      title={screen.title}
      hint={t('jobs.hint')}
      error={jobs.error}
      tools={<Button onClick={jobs.refresh}>{t('ui.refresh')}</Button>}
    >
      <Table<ListedJob>
        size="small"
        rowKey="id"
        loading={jobs.loading}
        dataSource={jobs.rows}
        pagination={false}
        locale={{
          emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('jobs.none')} />,
        }}
        columns={[
          { title: t('jobs.what'), render: (_, job) => <What job={job} /> },
          { title: t('jobs.state'), render: (_, job) => <State job={job} /> },
          { title: t('jobs.asked'), render: (_, job) => <When at={job.createdAt} /> },
          { title: t('jobs.ended'), render: (_, job) => <When at={job.finishedAt} /> },
          {
            render: (_, job) => (
              <span className="upkeep-buttons">
                {onItsWay(job) && (
                  <Button size="small" onClick={() => void jobs.cancel(job.id)}>
                    {t('ui.cancel')}
                  </Button>
                )}
                {job.file != null && (
                  <Button size="small" onClick={() => void jobs.open(job.file ?? '')}>
                    {t('ui.open_file')}
                  </Button>
                )}
              </span>
            ),
          },
        ]}
      />
    </Page>
  )
}

function What({ job }: { job: ListedJob }) {
  const { t } = useTranslation()
  const kind = job.action ?? t(`jobs.kind.${job.kind}`)
  return (
    <>
      {job.kind === 'exchange.import' ? job.title : `${job.title ?? ''} · ${kind}`}
      {job.dryRun === true && <span className="quiet"> {t('jobs.trial')}</span>}
      {job.message !== undefined && job.message !== '' && (
        <div className="quiet">
          <Html text={job.message} />
        </div>
      )}
    </>
  )
}

function State({ job }: { job: ListedJob }) {
  const { t } = useTranslation()
  if (job.state !== 'running' || job.total === 0) {
    return <span className={`tag phase-${phases[job.state]}`}>{t(`jobs.state.${job.state}`)}</span>
  }
  return (
    <Progress
      className="upkeep-job-progress"
      size="small"
      percent={Math.floor((100 * job.done) / job.total)}
      format={() => t('jobs.left', { done: job.done, left: job.total - job.done })}
    />
  )
}
