import { CallError } from '../../data/envelope'
import type { OpenTask } from '../../data/inputQueue'
import type { DataProvider, Input, StationStart } from '../../data/provider'
import { Run, type RunSetup } from './run'

export interface DeskSetup extends Pick<
  RunSetup,
  'meta' | 'text' | 'isOffline' | 'play' | 'speak' | 'pause'
> {
  station: DataProvider['station']
  store: {
    read: () => Promise<OpenTask | undefined>
    write: (task: OpenTask) => Promise<void>
    forget: () => Promise<void>
  }
  newKey: () => string
  /** Tells of a start or a resume that failed. */
  tell: (error: unknown) => void
}

/** A person at a station: opens tasks one after another, and finds the one that was left open. */
export class Desk {
  readonly run: Run
  private readonly key: string

  constructor(private readonly setup: DeskSetup) {
    const { station, store, meta } = setup
    this.key = meta.key
    this.run = new Run({
      ...setup,
      send: (session, inputs) => station.input(this.key, session, inputs),
      keep: (task) => store.write(withoutProof(task)),
      onEnd: () => void this.end(),
      onRefused: () => void this.goOn(),
    })
  }

  /** Goes on with the task that this device is in the middle of, if there is one. */
  async goOn(): Promise<void> {
    const kept = await this.setup.store.read()
    if (kept === undefined) return
    this.run.open(kept)
    try {
      this.run.adopt(await this.setup.station.resume(this.key, kept.session), kept.seq)
    } catch (error) {
      // Without an answer the device goes on with what it has.
      if (isGone(error)) await this.forget()
    }
    this.run.flush()
  }

  start(params: Record<string, unknown>): Promise<void> {
    return this.begin(this.setup.station.start(this.key, params, this.setup.newKey()))
  }

  /** Takes over a task from another device, or from a shift before. */
  resume(session: number): Promise<void> {
    return this.begin(this.setup.station.resume(this.key, session))
  }

  /** Parks the task for its person; this device keeps what it knows of it. */
  async setAside(): Promise<void> {
    const task = this.run.current
    if (task === undefined) return
    const seq = task.seq + 1
    const park: Input = { seq, at: new Date().toISOString(), kind: 'park', value: null }
    try {
      await this.setup.station.input(this.key, task.session, [park])
      await this.setup.store.write({ ...task, seq })
    } catch {
      // Without an answer the task stays open for its person, who finds it alike.
    }
  }

  private async begin(call: Promise<StationStart>): Promise<void> {
    try {
      this.run.begin(await call)
    } catch (error) {
      this.setup.tell(error)
    }
  }

  /** A station that asks nothing goes on with its next task. */
  private async end(): Promise<void> {
    await this.forget()
    if (this.setup.meta.params.length === 0) await this.start({})
  }

  private forget(): Promise<void> {
    this.run.close()
    return this.setup.store.forget()
  }
}

/** What proves a supervisor is sent, but never kept on a device. */
function withoutProof(task: OpenTask): OpenTask {
  const waiting = task.waiting.map((one) =>
    one.input.kind === 'override' ? { ...one, input: { ...one.input, value: null } } : one,
  )
  return { ...task, waiting }
}

/** The session is closed, or not this person's. */
function isGone(error: unknown): boolean {
  return error instanceof CallError && (error.status === 404 || error.status === 409)
}
