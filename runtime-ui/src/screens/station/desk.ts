import { CallError } from '../../data/envelope'
import type { OpenTask } from '../../data/inputQueue'
import type { DataProvider } from '../../data/provider'
import type { Input, StationStart } from '../../data/stations'
import type { StationMeta } from '../../data/screen'
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
  /** What a task begins with; undefined when the person has to be asked. */
  params: () => Params | undefined
  /** Tells of a start or a resume that failed. */
  tell: (error: unknown) => void
}

export type Params = Record<string, unknown>

/** A person at a station: opens tasks one after another, and finds the one that was left open. */
export class Desk {
  readonly run: Run
  private readonly key: string
  private away = true // the page is not in view
  private looking = false

  constructor(private readonly setup: DeskSetup) {
    const { station, store, meta } = setup
    this.key = meta.key
    this.run = new Run({
      ...setup,
      send: (session, inputs) => station.input(this.key, session, inputs),
      keep: (task) => store.write(withoutProof(task)),
      onEnd: () => void this.end(),
      onRefused: () => void this.askAgain(),
    })
  }

  /**
   * Opens the station: in the task that this device is in the middle of, else in its first question.
   * A code that was brought along is the first input of a task; one that is under way is set aside.
   */
  async enter(code = ''): Promise<void> {
    if (this.away || this.run.current === undefined) {
      this.away = false
      await this.goOn(await this.setup.store.read())
    }
    const params = this.setup.params()
    const free = this.isFree()
    if (code !== '') await this.carry(code, params ?? {}, free)
    else if (free && params !== undefined && !this.isOf(params)) await this.start(params)
  }

  /** Goes on with the task that this device is in the middle of, if there is one. */
  private async goOn(kept: OpenTask | undefined): Promise<void> {
    if (kept === undefined) return
    this.run.open(kept)
    await this.adopt(kept)
  }

  /** Shows the task as the server has it now. */
  private async adopt(kept: OpenTask): Promise<void> {
    try {
      this.run.adopt(await this.setup.station.resume(this.key, kept.session), kept.seq)
    } catch (error) {
      // Without an answer the device goes on with what it has.
      if (isGone(error)) await this.forget()
    }
    this.run.flush()
  }

  /**
   * Looks at the task again since something changed elsewhere, and gives what was pressed there.
   * What the person has on its way comes first; its answer tells of the press as well.
   */
  async look(): Promise<void> {
    const task = this.run.current
    if (this.looking || this.away || task === undefined || this.isFree()) return
    this.looking = true
    try {
      if (task.waiting.length === 0) await this.adopt(task)
    } finally {
      this.looking = false
    }
    this.run.giveHeard()
  }

  /** The server knows more of the task than this device, or no longer knows it. */
  private async askAgain(): Promise<void> {
    const { current } = this.run
    if (current !== undefined) await this.adopt(current)
    await this.enter()
  }

  /** The page is out of view, or gone: nothing more is sent from here until it is entered again. */
  leave() {
    this.away = true
    this.run.stop()
  }

  private async carry(code: string, params: Params, free: boolean) {
    if (free && this.isOf(params)) return this.run.submit('scan', code, code)
    if (!free) await this.setAside()
    await this.start(params, code)
  }

  /** Nothing is under way: the next input begins a task. */
  private isFree(): boolean {
    const task = this.run.current
    if (task === undefined) return true
    return task.waiting.length === 0 && isStart(this.setup.meta, task.screen.step)
  }

  /** A task is open that was begun with these params. */
  private isOf(params: Params): boolean {
    const began = this.run.current?.params
    return began !== undefined && JSON.stringify(began) === JSON.stringify(params)
  }

  start(params: Params, code = ''): Promise<void> {
    const call = this.setup.station.start(this.key, params, this.setup.newKey(), code)
    return this.begin(call, params, code)
  }

  /** Takes over a task from another device, or from a shift before. */
  resume(session: number): Promise<void> {
    return this.begin(this.setup.station.resume(this.key, session), this.run.current?.params)
  }

  /** Parks the task for its person; this device keeps what it knows of it. */
  async setAside(): Promise<void> {
    const task = this.run.current
    if (task === undefined || this.isFree()) return
    const seq = task.seq + 1
    const park: Input = { seq, at: new Date().toISOString(), kind: 'park', value: null }
    try {
      await this.setup.station.input(this.key, task.session, [park])
      await this.setup.store.write({ ...task, seq })
    } catch {
      // Without an answer the task stays open for its person, who finds it alike.
    }
  }

  private async begin(call: Promise<StationStart>, params?: Params, code = ''): Promise<void> {
    try {
      this.run.begin(await call, params, code)
    } catch (error) {
      this.setup.tell(error)
    }
  }

  /** A task that was put down leads to the first question. */
  private async end(): Promise<void> {
    const params = this.run.current?.params ?? this.setup.params()
    await this.forget()
    if (params !== undefined) await this.start(params)
  }

  private forget(): Promise<void> {
    this.run.close()
    return this.setup.store.forget()
  }
}

/** At this step nothing is under way. */
export function isStart(meta: StationMeta, step: string): boolean {
  return step === 'done' || step === meta.steps[0]?.key
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
