import { App, Button, Table } from 'antd'
import { useTranslation } from 'react-i18next'
import type { CustomScreenMeta } from '../../../data/screen'
import type { ScheduledJob } from '../../../data/upkeep'
import { Html } from '../../../look/Html'
import { Page } from '../Page'
import { When } from '../When'
import { timetableOf } from './timetable'
import { useSchedule } from './useSchedule'

/** What the system does by itself: when, how it went, when it comes again. */
export function ScheduleScreen({ screen }: { screen: CustomScreenMeta }) {
  const { t } = useTranslation()
  const { rows, manage, error, loading, change } = useSchedule()
  return (
    <Page title={screen.title} hint={t('schedule.hint')} error={error}>
      <Table<ScheduledJob>
        size="small"
        rowKey="id"
        loading={loading}
        dataSource={rows}
        pagination={false}
        columns={[
          { title: t('schedule.task'), render: (_, job) => <Task job={job} /> },
          { title: t('schedule.when'), render: (_, job) => <Timetable job={job} /> },
          { title: t('schedule.last'), render: (_, job) => <Last job={job} /> },
          { title: t('schedule.outcome'), render: (_, job) => <Outcome job={job} /> },
          { title: t('schedule.next'), render: (_, job) => <Next job={job} /> },
          { render: (_, job) => manage && <Buttons job={job} change={change} /> },
        ]}
      />
    </Page>
  )
}

function Task({ job }: { job: ScheduledJob }) {
  return (
    <div className="schedule-task">
      {job.title}
      <div className="quiet mono">{job.kind}</div>
    </div>
  )
}

function Timetable({ job }: { job: ScheduledJob }) {
  const { t } = useTranslation()
  const zone = job.zone === 'Local' ? t('schedule.server_time') : job.zone
  const told = timetableOf(job.cron, zone)
  if (told === undefined) return <span className="mono">{`${job.cron} ${zone}`}</span>
  return <span title={job.cron}>{t(`schedule.${told.key}`, told.words)}</span>
}

function Last({ job }: { job: ScheduledJob }) {
  const { t } = useTranslation()
  const { lastBeganAt, lastEndedAt } = job
  if (lastEndedAt === null) return <span className="quiet">{t('schedule.never')}</span>
  const seconds =
    lastBeganAt === null
      ? 0
      : Math.round((Date.parse(lastEndedAt) - Date.parse(lastBeganAt)) / 1000)
  return (
    <>
      <When at={lastEndedAt} />
      {seconds > 0 && <div className="quiet">{t('schedule.took', { seconds })}</div>}
    </>
  )
}

const phases = { done: 'done', failed: 'stopped', cancelled: 'draft' } as const

function Outcome({ job }: { job: ScheduledJob }) {
  const { t } = useTranslation()
  const { lastState, failure, lastFailure } = job
  const phase = phases[lastState as keyof typeof phases] as string | undefined
  return (
    <>
      {phase !== undefined && (
        <span className={`tag phase-${phase}`}>{t(`jobs.state.${lastState}`)}</span>
      )}
      {lastFailure !== '' && (
        <div className="refusal schedule-why">
          <Html text={lastFailure} />
        </div>
      )}
      {failure !== '' && (
        <div className="quiet schedule-why">
          <Html text={t('schedule.trying', { why: failure })} />
        </div>
      )}
    </>
  )
}

function Next({ job }: { job: ScheduledJob }) {
  const { t } = useTranslation()
  if (job.state === 'running') {
    return <span className="tag phase-work">{t('schedule.running')}</span>
  }
  if (job.pausedAt === null) return <When at={job.nextAt} />
  return (
    <>
      <span className="tag phase-waiting">{t('schedule.paused')}</span>{' '}
      <span className="quiet">
        <When at={job.pausedAt} />
        {job.pausedBy !== '' && ` ${t('schedule.paused_by', { user: job.pausedBy })}`}
      </span>
    </>
  )
}

interface ButtonsProps {
  job: ScheduledJob
  change: (id: number, what: 'run' | 'pause' | 'resume') => Promise<void>
}

function Buttons({ job, change }: ButtonsProps) {
  const { t } = useTranslation()
  const { modal } = App.useApp()
  const paused = job.pausedAt !== null
  async function pause() {
    const sure = await modal.confirm({
      title: t('schedule.pause_question', { title: job.title }),
      okText: t('schedule.pause'),
    })
    if (sure) await change(job.id, 'pause')
  }
  return (
    <span className="upkeep-buttons">
      <Button size="small" disabled={paused} onClick={() => void change(job.id, 'run')}>
        {t('schedule.run')}
      </Button>
      {paused ? (
        <Button size="small" onClick={() => void change(job.id, 'resume')}>
          {t('schedule.resume')}
        </Button>
      ) : (
        <Button size="small" onClick={() => void pause()}>
          {t('schedule.pause')}
        </Button>
      )}
    </span>
  )
}
