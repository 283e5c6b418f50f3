import { CheckOutlined, ClockCircleOutlined, CloseOutlined, RedoOutlined } from '@ant-design/icons'
import { Button, Progress } from 'antd'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import type { StationScreen } from '../../meta/station-screen.gen'
import type { LogEntry } from '../../data/inputQueue'
import { ChangePerson } from './Handover'
import { canSpeak, useSpeech } from './speech'
import type { Badges } from './useBadges'
import { clockTime } from '../../format/time'

interface StationLogProps {
  shown: StationScreen
  log: LogEntry[]
  badges: Badges
}

/** How far the task is, and the last inputs, newest on top. */
export function StationLog({ shown, log, badges }: StationLogProps) {
  const done = shown.done ?? 0
  const all = done + (shown.left ?? 0)
  return (
    <aside className="station-side">
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
        {canSpeak && <SpeechButton />}
        {badges.shared && <ChangePerson badges={badges} />}
      </div>
    </aside>
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
            <time className="quiet figure">{clockTime(at.toISOString(), 'HH:mm:ss')}</time>
          </li>
        )
      })}
    </ol>
  )
}

/** Has tasks read aloud, or no longer. */
function SpeechButton() {
  const { t } = useTranslation()
  const speech = useSpeech()
  return (
    <Button
      type={speech.on ? 'primary' : 'text'}
      aria-pressed={speech.on}
      onClick={() => {
        useSpeech.setState({ on: !speech.on })
      }}
    >
      {t('floor.speak')}
    </Button>
  )
}
