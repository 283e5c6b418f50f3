import type { StationInput } from '../meta/station-input.gen'
import type { StationScreen } from '../meta/station-screen.gen'
import type { StationDone } from './said'

export interface StationStart {
  session: number
  seq?: number // of the session's last input
  screen: StationScreen
  results?: StationResult[] // of the input that came with the start
}

/** One thing that a person did; the schema leaves its value open. */
export type Input = Omit<StationInput, 'value'> & { value: unknown }

export interface StationResult {
  seq: number
  ok: boolean
  sound: 'ok' | 'error' | 'stop' | 'done' | 'none'
  message?: string
  code?: string
  override?: boolean // a supervisor may allow it
}

/** A task that can be gone on with, here or on another device. */
export interface StationSession {
  session: number
  station: string
  title: string
  step: string
  status: 'open' | 'parked'
  userTrueName: string
  mine: boolean
  updatedAt: string // RFC 3339
  task?: string // what people call what it works on
  place?: string // where the person stands
  done: number
  left: number
}

/** What lies on a scale. */
export interface ScaleWeight {
  scale: string // code
  condition: 'stable' | 'moving' | 'over' | 'under' | 'broken' | 'silent'
  weight: string // kg
}

export interface StationAnswer {
  applied: number
  results: StationResult[]
  screen: StationScreen
}

/** The tasks of a person at stations. */
export interface Stations {
  /** `code` is the task's first input; none when empty. */
  start(
    key: string,
    params: Record<string, unknown>,
    writeKey: string,
    code: string,
  ): Promise<StationStart>
  resume(key: string, session: number): Promise<StationStart>
  /** Tasks of the caller that are not closed, and those of others that he leads. */
  sessions(key: string): Promise<StationSession[]>
  /** What the person did here, in words that hold {n}; without words there is nothing to say. */
  done(key: string): Promise<StationDone>
  /** What lies on the scale where the person stands; null where that has none. */
  scale(signal?: AbortSignal): Promise<ScaleWeight | null>
  input(key: string, session: number, inputs: Input[]): Promise<StationAnswer>
}

/** The screen with all that is to be expected: what was told as a difference to the screen before is added to it. */
export function withExpect(screen: StationScreen, before: StationScreen): StationScreen {
  const { rest = false, at, left } = screen.expect ?? {}
  if (!rest) return screen
  const { nodes, left: had } = before.expect ?? {}
  const expect = { ...(at && { at }), ...(nodes && { nodes }), left: { ...had, ...left } }
  return { ...screen, expect }
}
