import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Input, Skeleton } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  Html,
  type JsonObject,
  type Played,
  type PlayedInput,
} from '../../../runtime-ui/src/render'
import type { CanvasProps } from '../canvas/props'
import { useUnder } from '../canvas/useUnder'
import { objectsOf } from '../draft/edit'
import { Device } from './Device'
import { KeepAsTest } from './KeepAsTest'
import { StartParams } from './StartParams'

interface SimulatorProps extends CanvasProps {
  onStep: (step: string | undefined) => void
}

/** A scanner on the screen: a task is played on real rows, and nothing of it stays. */
export function Simulator(props: SimulatorProps) {
  const { t } = useTranslation()
  const [params, setParams] = useState<JsonObject>()
  if (params !== undefined) return <Playing {...props} params={params} />
  return (
    <section className="designer-sheet" aria-label={t('designer.play')}>
      <h2 className="designer-sheet-title">{t('designer.play')}</h2>
      <p className="quiet">{t('designer.play_hint')}</p>
      <StartParams object={props.object} change={props.of.change} onBegin={setParams} />
    </section>
  )
}

function Playing({ of, whole, hash, params, onStep }: SimulatorProps & { params: JsonObject }) {
  const { t } = useTranslation()
  const { changes } = useUnder(of.change)
  const [inputs, setInputs] = useState<PlayedInput[]>([])
  const played = useQuery({
    queryKey: ['station play', of, hash, params, inputs],
    queryFn: ({ signal }) => changes.play(of.key, params, inputs, signal),
    placeholderData: (before) => before,
    retry: false,
    gcTime: 0,
  })
  const now = played.data?.at(-1)
  const step = now?.screen.step
  useEffect(() => {
    onStep(step)
    return () => {
      onStep(undefined)
    }
  }, [step, onStep])
  const busy = played.isPlaceholderData
  const give = (input: PlayedInput) => {
    if (!busy) setInputs([...inputs, input])
  }
  return (
    <section className="designer-sheet" aria-label={t('designer.play')}>
      <h2 className="designer-sheet-title">{t('designer.play')}</h2>
      {played.isError && <Alert type="error" title={<Html text={played.error.message} />} />}
      {played.isPending && <Skeleton active />}
      <div className="station-play">
        {now !== undefined && <Device screen={now.screen} busy={busy} onInput={give} />}
        <div className="station-log">
          <Log inputs={inputs} played={played.data ?? []} />
          <div className="designer-adding">
            <Button
              disabled={inputs.length === 0}
              onClick={() => {
                setInputs(inputs.slice(0, -1))
              }}
            >
              {t('designer.play_back')}
            </Button>
            <Button
              disabled={inputs.length === 0}
              onClick={() => {
                setInputs([])
              }}
            >
              {t('designer.play_again')}
            </Button>
            <KeepAsTest
              change={of.change}
              play={{
                station: of.key,
                asked: objectsOf(whole['params']),
                params,
                inputs,
                played: played.data ?? [],
              }}
            />
          </div>
          <Many
            onScans={(scans) => {
              setInputs([...inputs, ...scans.map((value) => ({ kind: 'scan', value }))])
            }}
          />
        </div>
      </div>
    </section>
  )
}

/** What was done and what was answered, the newest first. */
function Log({ inputs, played }: { inputs: PlayedInput[]; played: Played[] }) {
  const { t } = useTranslation()
  if (inputs.length === 0) return <p className="quiet">{t('designer.play_nothing')}</p>
  const done = inputs.map((input, i) => ({ input, i, result: played[i + 1]?.results?.[0] }))
  return (
    <ol className="station-played" reversed aria-live="polite">
      {done.reverse().map(({ input, i, result }) => (
        <li key={i}>
          <span className="mono">{String(input.value)}</span>{' '}
          {result !== undefined && (
            <span className={result.ok ? 'said-done' : 'refusal'}>
              {result.ok ? '✓' : '✗'}{' '}
              {result.message !== undefined && <Html text={result.message} />}
            </span>
          )}
        </li>
      ))}
    </ol>
  )
}

/** Several codes at once, one a line: a walk that one plays again. */
function Many({ onScans }: { onScans: (scans: string[]) => void }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const scans = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  return (
    <div className="form-field">
      <label htmlFor="play-many">{t('designer.play_many')}</label>
      <Input.TextArea
        id="play-many"
        className="mono"
        autoSize={{ minRows: 2, maxRows: 6 }}
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
        }}
      />
      <Button
        size="small"
        disabled={scans.length === 0}
        onClick={() => {
          onScans(scans)
          setText('')
        }}
      >
        {t('designer.play_scan_all')}
      </Button>
    </div>
  )
}
