import { useCallback, useEffect, useRef, useState } from 'react'
import { useNotify } from '../../app/useNotify'
import { CallError } from '../../data/envelope'
import { useData, type Input, type StationAnswer, type StationStart } from '../../data/provider'
import { newUuid } from '../../data/random'
import type { StationMeta } from '../../data/screen'
import type { Values } from '../../forms/SchemaForm'
import type { StationScreen } from '../../meta/station-screen.gen'
import { sessionMemory, type OpenSession } from './sessionMemory'
import { play } from './sounds'

const logLength = 20 // inputs shown
const attempts = 4 // of an input whose answer got lost

export interface LogEntry {
  seq: number
  text: string
  ok: boolean
  message: string
  at: Date
}

/** A run at a scan station: its session, its screen and the last inputs, without any UI. */
export function useStation(station: StationMeta) {
  const data = useData()
  const notify = useNotify()
  const [screen, showScreen] = useState<StationScreen>()
  // The step at the time of sending, which may be later than that of the scan.
  const shown = useRef<StationScreen>(undefined)
  const [log, setLog] = useState<LogEntry[]>([])
  const [busy, setBusy] = useState(false)
  const open = useRef<OpenSession>(undefined)
  // Inputs wait for their turn: a person may scan faster than the network answers.
  const queue = useRef(Promise.resolve())

  const setScreen = useCallback((next: StationScreen | undefined) => {
    shown.current = next
    showScreen(next)
  }, [])

  const begin = useCallback(
    (started: StationStart, seq: number) => {
      open.current = { session: started.session, seq }
      sessionMemory.write(station.key, open.current)
      setScreen(started.screen)
    },
    [setScreen, station.key],
  )

  const start = useCallback(
    async (params: Values) => {
      setBusy(true)
      try {
        begin(await data.station.start(station.key, params, newUuid()), 0)
      } catch (error) {
        notify.failure(error)
      } finally {
        setBusy(false)
      }
    },
    [begin, data, notify, station.key],
  )

  const asks = station.params.length > 0
  useEffect(() => {
    const known = sessionMemory.read(station.key)
    void (async () => {
      if (open.current !== undefined) return
      if (known === undefined) {
        if (!asks) await start({})
        return
      }
      try {
        begin(await data.station.resume(station.key, known.session), known.seq)
      } catch {
        sessionMemory.forget(station.key)
        if (!asks) await start({})
      }
    })()
  }, [asks, begin, data, start, station.key])

  async function sendNow(kind: Input['kind'], value: unknown, text: string) {
    const current = open.current
    const now = shown.current
    if (current === undefined || now === undefined) return
    const seq = current.seq + 1
    const undoes = kind === 'undo' || kind === 'park' || kind === 'close'
    const step = undoes ? {} : { step: now.step }
    const input: Input = { seq, kind, value, at: new Date().toISOString(), ...step }
    setBusy(true)
    try {
      const answer = await persist(() => data.station.input(station.key, current.session, [input]))
      open.current = { ...current, seq }
      sessionMemory.write(station.key, open.current)
      take(answer, text)
      if (kind === 'close' || kind === 'park') leave()
    } catch (error) {
      play('error')
      notify.failure(error)
    } finally {
      setBusy(false)
    }
  }

  function take({ results, screen: next }: StationAnswer, text: string) {
    const [result] = results
    if (result === undefined) return
    play(result.sound)
    if (next.speak !== undefined && next.speak !== '') speak(next.speak)
    const { seq, ok, message = '' } = result
    setLog((entries) =>
      [{ seq, ok, message, text, at: new Date() }, ...entries].slice(0, logLength),
    )
    setScreen(next)
  }

  function leave() {
    sessionMemory.forget(station.key)
    open.current = undefined
    setScreen(undefined)
    if (!asks) void start({})
  }

  return {
    screen,
    log,
    busy,
    start,
    send: (kind: Input['kind'], value: unknown, text: string) => {
      queue.current = queue.current.then(() => sendNow(kind, value, text))
    },
    undo: () => {
      const last = log.find((entry) => entry.ok)
      queue.current = queue.current.then(() => sendNow('undo', { seq: last?.seq }, '↶'))
    },
  }
}

export type StationState = ReturnType<typeof useStation>

/** Repeats a call whose answer got lost; the number of the input makes it happen once. */
async function persist(call: () => Promise<StationAnswer>): Promise<StationAnswer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call()
    } catch (error) {
      const lost = error instanceof CallError && error.status === 0
      if (!lost || attempt === attempts) throw error
      await new Promise((resolve) => setTimeout(resolve, attempt * 1_000))
    }
  }
}

function speak(text: string) {
  if (!('speechSynthesis' in globalThis)) return
  const words = new SpeechSynthesisUtterance(text)
  words.lang = document.documentElement.lang
  speechSynthesis.speak(words)
}
