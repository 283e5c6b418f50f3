import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import dayjs from 'dayjs'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useData } from '../../data/provider'
import type { AppMeta, StationScreenMeta } from '../../data/screen'
import { SchemaForm, type Values } from '../../forms/SchemaForm'
import { BadgeEar, ChangePerson } from './Handover'
import { unlockSound } from './sounds'
import { rememberStart, startValues } from './startValues'
import { Entries } from './StationLog'
import type { Badges } from './useBadges'
import type { StationState } from './useStation'

interface StartFormProps {
  screen: StationScreenMeta
  station: StationState
  badges: Badges
}

/** The way into a task: a touch that starts it, and proves that this device can be heard. */
export function StartForm({ screen, station, badges }: StartFormProps) {
  const { t } = useTranslation()
  const id = useId()
  const { params } = screen.station
  const app = useQueryClient().getQueryData<AppMeta>(['app'])
  const [values, setValues] = useState(() => startValues(params, app))
  const [silent, setSilent] = useState(false)
  const [proving, setProving] = useState(false)
  const whenHeard = (begin: () => void) => {
    setProving(true)
    void unlockSound().then((heard) => {
      setProving(false)
      if (heard || silent) begin()
      else setSilent(true)
    })
  }
  const start = (given: Values) => {
    whenHeard(() => {
      rememberStart(given, app)
      station.start(given)
    })
  }
  const button = (
    <Button
      type="primary"
      size="large"
      htmlType={params.length > 0 ? 'submit' : 'button'}
      loading={station.busy || proving}
      {...(params.length > 0
        ? {}
        : {
            onClick: () => {
              start({})
            },
          })}
    >
      {t(silent ? 'floor.start_silent' : 'station.start')}
    </Button>
  )
  return (
    <section className="station-start">
      <h1>{screen.title}</h1>
      {!window.isSecureContext && <Alert type="warning" showIcon title={t('floor.plain_http')} />}
      {silent && <Alert type="warning" showIcon title={t('floor.silent')} />}
      <OpenTasks
        stationKey={screen.station.key}
        onResume={(session) => {
          whenHeard(() => {
            station.resume(session)
          })
        }}
      />
      {params.length === 0 ? (
        button
      ) : (
        <SchemaForm id={id} fields={params} values={values} onChange={setValues} onSubmit={start}>
          {button}
        </SchemaForm>
      )}
      {badges.shared && (
        <div className="station-tools">
          <BadgeEar badges={badges} />
          <ChangePerson badges={badges} />
        </div>
      )}
      <Entries log={station.log.filter(({ state }) => state === 'again')} />
    </section>
  )
}

interface OpenTasksProps {
  stationKey: string
  onResume: (session: number) => void
}

/** Tasks that were begun here or on another device, to go on with. */
function OpenTasks({ stationKey, onResume }: OpenTasksProps) {
  const { t } = useTranslation()
  const data = useData()
  const tasks = useQuery({
    queryKey: ['station', stationKey, 'sessions'],
    queryFn: () => data.station.sessions(stationKey).catch(() => []),
    staleTime: 0,
  })
  if (tasks.data === undefined || tasks.data.length === 0) return null
  const ownFirst = [...tasks.data].sort((a, b) => Number(b.mine) - Number(a.mine))
  return (
    <ul className="station-list" aria-label={t('floor.open_tasks')}>
      {ownFirst.map(({ session, step, userTrueName, mine, updatedAt }) => (
        <li key={session}>
          <button
            type="button"
            onClick={() => {
              onResume(session)
            }}
          >
            <span className="grow">
              <strong>{t('floor.go_on')}</strong>{' '}
              <span className="quiet">{mine ? step : `${step}, ${userTrueName}`}</span>
            </span>
            <time className="quiet">{dayjs(updatedAt).format('MM-DD HH:mm')}</time>
          </button>
        </li>
      ))}
    </ul>
  )
}
