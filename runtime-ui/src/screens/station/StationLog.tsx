import {
  CheckOutlined,
  ClockCircleOutlined,
  CloseOutlined,
  DisconnectOutlined,
  RedoOutlined,
  SoundOutlined,
} from '@ant-design/icons'
import { Button, Progress } from 'antd'
import dayjs from 'dayjs'
import { useState, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { useConnection } from '../../data/connection'
import type { StationScreen } from '../../meta/station-screen.gen'
import type { LogEntry } from '../../data/inputQueue'
import { ChangePerson } from './Handover'
import { isSoundOn, unlockSound } from './sounds'
import { canSpeak, useSpeech } from './speech'
import type { Badges } from './useBadges'

interface StationLogProps {
  shown: StationScreen
  log: LogEntry[]
  waiting: number
  badges: Badges
}

/** How far the task is, what is on its way, and the last inputs, newest on top. */
export function StationLog({ shown, log, waiting, badges }: StationLogProps) {
  const done = shown.done ?? 0
  const all = done + (shown.left ?? 0)
  return (
    <aside className="station-side">
      <NetworkState waiting={waiting} />
      {all > 0 && (
        <div className="station-progress">
          <strong className="figure">
            {done} / {all}
          </strong>
          <Progress percent={(done / all) * 100} showInfo={false} size="small" />
        </div>
      )}
      <Entries log={log} />
      <div className="station-tools">
        <EarTools />
        {badges.shared && <ChangePerson badges={badges} />}
      </div>
    </aside>
  )
}

/** Says that scans wait for the network. */
function NetworkState({ waiting }: { waiting: number }) {
  const { t } = useTranslation()
  const offline = useConnection(({ lostAt }) => lostAt !== undefined)
  if (!offline) return null
  return (
    <p className="station-offline" role="status">
      <DisconnectOutlined /> {t('floor.offline', { waiting })}
    </p>
  )
}

const signs: Record<
  LogEntry['state'],
  { Icon: ComponentType<object>; className: string; key: string }
> = {
  good: { Icon: CheckOutlined, className: 'good', key: 'station.good' },
  wrong: { Icon: CloseOutlined, className: 'refusal', key: 'station.wrong' },
  again: { Icon: RedoOutlined, className: 'refusal', key: 'floor.repeat' },
  waiting: { Icon: ClockCircleOutlined, className: 'quiet', key: 'floor.waiting' },
}

/** The last inputs, each with how it went. */
export function Entries({ log }: { log: LogEntry[] }) {
  const { t } = useTranslation()
  return (
    <ol className="station-log" aria-label={t('station.last_scans')}>
      {log.map(({ id, text, state, message, at }) => {
        const { Icon, className, key } = signs[state]
        return (
          <li key={id} data-state={state}>
            <span className={className} role="img" aria-label={t(key)}>
              <Icon />
            </span>
            <span className="grow">
              <span className="mono">{text}</span> <span className="quiet">{message}</span>
            </span>
            <time className="quiet figure">{dayjs(at).format('HH:mm:ss')}</time>
          </li>
        )
      })}
    </ol>
  )
}

/** What a person hears: the tones, which a browser only plays after a touch, and the voice. */
function EarTools() {
  const { t } = useTranslation()
  const [heard, setHeard] = useState(isSoundOn)
  const speech = useSpeech()
  return (
    <>
      {!heard && (
        <Button icon={<SoundOutlined />} onClick={() => void unlockSound().then(setHeard)}>
          {t('floor.sound_on')}
        </Button>
      )}
      {canSpeak && (
        <Button
          type={speech.on ? 'primary' : 'text'}
          aria-pressed={speech.on}
          onClick={() => {
            useSpeech.setState({ on: !speech.on })
          }}
        >
          {t('floor.speak')}
        </Button>
      )}
    </>
  )
}
