import { Button, Result, Skeleton } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { StationScreenMeta } from '../../data/screen'
import { SchemaForm, type Values } from '../../forms/SchemaForm'
import type { StationScreen as Shown } from '../../meta/station-screen.gen'
import { Entry } from './Entry'
import { StationLog } from './StationLog'
import { Task } from './Task'
import { useStation, type StationState } from './useStation'
import './station.css'

/** A scan workstation: one thing at a time, readable at arm's length. */
export function StationScreen({ screen }: { screen: StationScreenMeta }) {
  const station = useStation(screen.station)
  const shown = station.screen
  if (shown === undefined) return <StartForm screen={screen} station={station} />

  const last = station.log[0]
  const edge = last === undefined ? '' : last.ok ? 'ok' : 'wrong'
  return (
    <section className="station" aria-label={screen.title}>
      <div key={last?.seq} className={`station-edge ${edge}`} />
      <div className="station-main">
        <Task
          shown={shown}
          onChoose={(code, label) => {
            station.send('key', code, label)
          }}
        />
        {last !== undefined && !last.ok && <Refusal message={last.message} />}
        {shown.kind === 'done' ? (
          <Finished station={station} />
        ) : (
          <Entry
            key={entryKey(shown, last?.seq)}
            meta={screen.station}
            shown={shown}
            station={station}
          />
        )}
      </div>
      <StationLog shown={shown} log={station.log} />
    </section>
  )
}

/** Scans in a row share one field, or what is scanned while an answer is awaited would be lost. */
function entryKey({ kind, step }: Shown, seq = 0): string {
  return kind === 'scan' ? kind : `${step}.${seq}`
}

function StartForm({ screen, station }: { screen: StationScreenMeta; station: StationState }) {
  const { t } = useTranslation()
  const id = useId()
  const [values, setValues] = useState<Values>({})
  if (screen.station.params.length === 0) return <Skeleton active className="padded" />
  return (
    <section className="station-start">
      <h1>{screen.title}</h1>
      <SchemaForm
        id={id}
        fields={screen.station.params}
        values={values}
        onChange={setValues}
        onSubmit={(params) => void station.start(params)}
      >
        <Button type="primary" size="large" htmlType="submit" loading={station.busy}>
          {t('station.start')}
        </Button>
      </SchemaForm>
    </section>
  )
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
            station.send('close', null, '')
          }}
        >
          {t('station.again')}
        </Button>
      }
    />
  )
}
