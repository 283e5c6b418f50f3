import { Button, Result, Skeleton } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { StationScreenMeta } from '../../data/screen'
import type { StationInput } from '../../meta/station-input.gen'
import type { StationScreen as Shown } from '../../meta/station-screen.gen'
import { useScanner } from '../../scan/useScanner'
import { Buttons } from './Buttons'
import { Entry } from './Entry'
import { LeaveGuard } from './LeaveGuard'
import { StartForm } from './StartForm'
import { StationLog } from './StationLog'
import { Task } from './Task'
import { useFocus } from './useFocus'
import { useStation, type StationState } from './useStation'
import { useWakeLock } from './useWakeLock'
import './station.css'

/** A scan workstation: one thing at a time, readable at arm's length. */
export function StationScreen({ screen }: { screen: StationScreenMeta }) {
  const station = useStation(screen.station)
  if (!station.ready && station.screen === undefined) {
    return <Skeleton active className="padded" />
  }
  if (station.screen === undefined) return <StartForm screen={screen} station={station} />
  return <Running screen={screen} shown={station.screen} station={station} />
}

interface RunningProps {
  screen: StationScreenMeta
  shown: Shown
  station: StationState
}

const kindOfStep: Partial<Record<Shown['kind'], StationInput['kind']>> = {
  weight: 'weight',
  photo: 'photo',
}

function Running({ screen, shown, station }: RunningProps) {
  const fieldRef = useRef<HTMLInputElement>(null)
  const [soft, setSoft] = useState(false) // the soft keyboard was asked for
  const last = station.log[0]
  const entry = entryKey(shown, last?.id)
  const take = (kind: StationInput['kind'], text: string) => {
    station.send(kindOfStep[shown.kind] ?? kind, text, text)
  }
  useScanner({
    field: () => fieldRef.current,
    soft: () => soft,
    onCode: (code) => {
      take('scan', code)
    },
    onTyped: (text) => {
      take('key', text)
    },
  })
  useFocus(fieldRef, entry)
  useWakeLock()
  return (
    <section className="station" aria-label={screen.title}>
      <LeaveGuard />
      <div
        key={`${last?.id ?? 0}.${last?.state ?? ''}`}
        className={`station-edge ${edgeOf(last)}`}
      />
      <div className="station-main">
        <Task
          shown={shown}
          onChoose={(code, label) => {
            station.send('key', code, label)
          }}
        />
        {isBad(last) && <Refusal message={last?.message ?? ''} />}
        {shown.kind === 'done' && <Finished station={station} />}
        {shown.kind !== 'done' && (
          <Entry
            key={entry}
            fieldRef={fieldRef}
            shown={shown}
            soft={soft}
            onSoft={setSoft}
            onScan={(code) => {
              take('scan', code)
            }}
            onTyped={(text) => {
              take('key', text)
            }}
            onConfirm={(words) => {
              station.send('form', { confirmed: true }, words)
            }}
          />
        )}
        {shown.kind !== 'done' && <Buttons meta={screen.station} shown={shown} station={station} />}
      </div>
      <StationLog shown={shown} log={station.log} waiting={station.waiting} />
    </section>
  )
}

/** Scans in a row share one field, or what is scanned while an answer is awaited would be lost. */
function entryKey({ kind, step }: Shown, id = 0): string {
  return kind === 'scan' ? kind : `${step}.${id}`
}

type Last = StationState['log'][number] | undefined

function isBad(last: Last): boolean {
  return last?.state === 'wrong' || last?.state === 'again'
}

function edgeOf(last: Last): string {
  if (last === undefined || last.state === 'waiting') return ''
  return isBad(last) ? 'wrong' : 'ok'
}

/** Names the thing and the remedy, and stays until the next scan. */
function Refusal({ message }: { message: string }) {
  return (
    <div className="station-refusal" role="alert">
      {message}
    </div>
  )
}

function Finished({ station }: { station: StationState }) {
  const { t } = useTranslation()
  return (
    <Result
      status="success"
      title={t('station.finished')}
      extra={
        <Button
          type="primary"
          size="large"
          onClick={() => {
            station.send('close', null, t('station.again'))
          }}
        >
          {t('station.again')}
        </Button>
      }
    />
  )
}
