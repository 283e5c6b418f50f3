import { useQuery } from '@tanstack/react-query'
import { Progress } from 'antd'
import { useTranslation } from 'react-i18next'
import { useData } from '../../data/provider'
import type { StationSession } from '../../data/stations'
import { elapsed } from '../../format/time'

interface OpenTasksProps {
  stationKey: string
  onResume: (session: number) => void
}

/**
 * Tasks that were begun here or on another device, to go on with by a touch. Shown once
 * every scan is answered: before, the task that just ended would still be among them.
 */
export function OpenTasks({ stationKey, onResume }: OpenTasksProps) {
  const { t } = useTranslation()
  const data = useData()
  const tasks = useQuery({
    queryKey: ['station', stationKey, 'sessions'],
    queryFn: () => data.station.sessions(stationKey).catch(() => []),
    staleTime: 0,
    gcTime: 0,
  })
  if (tasks.data === undefined || tasks.data.length === 0) return null
  const ownFirst = [...tasks.data].sort((a, b) => Number(b.mine) - Number(a.mine))
  return (
    <ul className="station-open" aria-label={t('floor.open_tasks')}>
      {ownFirst.map((task) => (
        <li key={task.session}>
          <button
            type="button"
            onClick={() => {
              onResume(task.session)
            }}
          >
            <OpenTask task={task} asOf={tasks.dataUpdatedAt} />
          </button>
        </li>
      ))}
    </ul>
  )
}

function OpenTask({ task, asOf }: { task: StationSession; asOf: number }) {
  const { t } = useTranslation()
  const { done, left, place, mine, userTrueName } = task
  const all = done + left
  const { key, ...since } = elapsed(Date.parse(task.updatedAt), asOf)
  return (
    <>
      <span className="quiet">
        {mine ? t('floor.own_task') : t('floor.task_of', { name: userTrueName })}
      </span>
      <strong className="station-code">{task.task ?? task.step}</strong>
      <span className="station-facts">
        {all > 0 && (
          <strong className="figure">
            {done} / {all}
          </strong>
        )}
        {place !== undefined && <span>{t('floor.stopped_at', { place })}</span>}
        {place === undefined && task.task !== undefined && <span>{task.step}</span>}
        <span className="quiet">{t(key, since)}</span>
      </span>
      {all > 0 && <Progress percent={(done / all) * 100} showInfo={false} size="small" />}
    </>
  )
}
