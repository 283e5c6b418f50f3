import { ConfigProvider, Skeleton } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { StationScreenMeta } from '../../data/screen'
import type { StationInput } from '../../meta/station-input.gen'
import type { StationScreen as Shown } from '../../meta/station-screen.gen'
import { useScanner } from '../../scan/useScanner'
import { keepApp } from '../../offline/register'
import { Buttons } from './Buttons'
import { Camera } from './Camera'
import { DoneHere } from './DoneHere'
import { Entry } from './Entry'
import { LeaveGuard } from './LeaveGuard'
import { Override } from './Override'
import { Finished } from './Finished'
import { Handover } from './Handover'
import { OpenTasks } from './OpenTasks'
import { Scale, WhyTyped } from './Scale'
import { isBad, Refusal } from './Refusal'
import { StartForm } from './StartForm'
import { StationLog } from './StationLog'
import { Lines, Task } from './Task'
import { useBadges, type Badges } from './useBadges'
import { useScale } from './useScale'
import { useStandScan } from './useStandScan'
import { useFocus } from './useFocus'
import { useStation, type StationState } from './useStation'
import { useWakeLock } from './useWakeLock'
import { WaitingCards } from './WaitingCards'
import { Warnings } from './Warnings'
import './station.css'

/** Controls are as high as a finger in a glove asks for, in px. */
const fingers = { token: { controlHeightLG: 48 } }

/** A scan workstation: one thing at a time, readable at arm's length. */
export function StationScreen({ screen }: { screen: StationScreenMeta }) {
  const station = useStation(screen.station)
  const badges = useBadges()
  useEffect(() => {
    void keepApp()
  }, [])
  if (!station.ready && station.screen === undefined) {
    return <Skeleton active className="padded" />
  }
  return (
    <ConfigProvider componentSize="large" theme={fingers}>
      {station.screen === undefined ? (
        <StartForm screen={screen} station={station} badges={badges} />
      ) : (
        <Running screen={screen} shown={station.screen} station={station} badges={badges} />
      )}
      {badges.asked !== undefined && (
        <Handover badge={badges.asked} badges={badges} station={station} />
      )}
    </ConfigProvider>
  )
}

interface RunningProps {
  screen: StationScreenMeta
  shown: Shown
  station: StationState
  badges: Badges
}

/** Browsers show the camera over HTTPS only. */
const hasCamera = 'mediaDevices' in navigator

const kindOfStep: Partial<Record<Shown['kind'], StationInput['kind']>> = {
  weight: 'weight',
  photo: 'photo',
}

function Running({ screen, shown, station, badges }: RunningProps) {
  const fieldRef = useRef<HTMLInputElement>(null)
  const [soft, setSoft] = useState(false) // the soft keyboard was asked for
  const [camera, setCamera] = useState(false)
  const stand = useStandScan()
  const last = station.log[0]
  const answered = `${last?.id ?? 0}.${last?.state ?? ''}`
  const entry = entryKey(shown, last?.id)
  const scale = useScale(shown.kind === 'weight' && !station.free)
  const [typed, setTyped] = useState('') // a weight that waits for its reason
  const weigh = (weight: string, how: { scale: true } | { reason: string }) => {
    setTyped('')
    station.send('weight', { weight, ...how }, `${weight} kg`)
  }
  const take = (kind: StationInput['kind'], text: string) => {
    if (badges.take(text) || stand.take(text)) return
    if (scale !== undefined) {
      setTyped(text)
      return
    }
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
  useWakeLock(!station.free)
  const lines = (
    <Lines
      shown={shown}
      onChoose={(code, label) => {
        station.send('key', code, label)
      }}
    />
  )
  return (
    <section className="station" aria-label={screen.title}>
      {!station.free && <LeaveGuard />}
      <div key={answered} className={`station-edge ${edgeOf(last)}`} />
      <div className="station-main">
        <Warnings waiting={station.waiting} />
        {hasEnded(shown) && (
          <Finished shown={shown} message={lastGood(station.log)} refused={isBad(last)} />
        )}
        <Task shown={shown}>
          <Refusal log={station.log} />
        </Task>
        {shown.kind === 'choice' && lines}
        {last?.override === true && station.waiting === 0 && <Override station={station} />}
        {camera && (
          <Camera
            onCode={(code) => {
              take('scan', code)
            }}
            onClose={() => {
              setCamera(false)
            }}
          />
        )}
        <Entry
          key={entry}
          fieldRef={fieldRef}
          shown={shown}
          soft={soft}
          onSoft={setSoft}
          onCamera={
            hasCamera
              ? () => {
                  setCamera(!camera)
                }
              : undefined
          }
          onTyped={(text) => {
            take('key', text)
          }}
          onConfirm={(words) => {
            station.send('form', { confirmed: true }, words)
          }}
        />
        {scale !== undefined && typed === '' && (
          <Scale
            now={scale}
            onTake={(weight) => {
              weigh(weight, { scale: true })
            }}
          />
        )}
        {scale !== undefined && typed !== '' && (
          <WhyTyped
            weight={typed}
            onWhy={(reason) => {
              weigh(typed, { reason })
            }}
            onForget={() => {
              setTyped('')
            }}
          />
        )}
        <Buttons meta={screen.station} shown={shown} station={station} />
        {station.free && (
          <>
            {screen.station.counts === true && (
              <DoneHere stationKey={screen.station.key} answered={answered} />
            )}
            {station.waiting === 0 && (
              <OpenTasks stationKey={screen.station.key} onResume={station.resume} />
            )}
            {screen.station.waiting !== undefined && (
              <WaitingCards
                waiting={screen.station.waiting}
                params={station.params}
                onTake={(code) => {
                  station.send('scan', code, code)
                }}
              />
            )}
          </>
        )}
        {shown.kind !== 'choice' && lines}
      </div>
      <StationLog shown={shown} log={station.log} badges={badges} />
    </section>
  )
}

/** Scans in a row share one field, or what is scanned while an answer is awaited would be lost. */
function entryKey({ kind, step }: Shown, id = 0): string {
  return kind === 'scan' || kind === 'done' ? 'scan' : `${step}.${id}`
}

/** A task, or a part of the work, has ended: the next question is asked, or another place leads on. */
function hasEnded({ kind, next = [] }: Shown): boolean {
  return kind === 'done' || next.length > 0
}

/** What was said of the input that ended the task. */
function lastGood(log: StationState['log']): string {
  return log.find(({ state }) => state === 'good')?.message ?? ''
}

type Last = StationState['log'][number] | undefined

function edgeOf(last: Last): string {
  if (last === undefined || last.state === 'waiting') return ''
  return isBad(last) ? 'wrong' : 'ok'
}
