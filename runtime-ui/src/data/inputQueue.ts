import type { StationScreen } from '../meta/station-screen.gen'
import { CallError } from './envelope'
import {
  withExpect,
  type Input,
  type StationAnswer,
  type StationResult,
  type StationStart,
} from './stations'

const most = 50 // inputs sent at once
const signedOut = [401, 403, 406]

/** An input that the server has not answered yet. */
export interface Waiting {
  input: Input
  text: string // what people read of it
}

/** An input as the person sees it in the list of the last ones. */
export interface LogEntry {
  id: number
  seq?: number // absent when it was refused here
  text: string
  /** `again`: it was not applied, and the person has to repeat it. */
  state: 'waiting' | 'good' | 'wrong' | 'again'
  message: string
  override?: boolean
  at: Date
}

/** A task that this device is in the middle of. */
export interface OpenTask {
  session: number
  seq: number // of the last input made
  params?: Record<string, unknown> // of its start
  screen: StationScreen // as the server showed it last
  waiting: Waiting[] // in the order of their numbers
  again?: string[] // what came back, until the person does something
  log?: LogEntry[] // the last inputs, newest first
}

export interface QueueSetup {
  send: (session: number, inputs: Input[]) => Promise<StationAnswer>
  /** Keeps changes in their order; ends when this one, or one after it, is safe. */
  keep: (task: OpenTask) => Promise<void>
  /** Ends when it is time to try again; `attempt` counts from 1. */
  pause: (attempt: number) => Promise<void>
  /** The server's answer to an input. */
  onAnswer: (waiting: Waiting, result: StationResult, screen: StationScreen) => void
  /** Inputs that were not applied, and will not be: the person has to repeat them. */
  onReturned: (returned: Waiting[], reason?: CallError) => void
  onChange: (task: OpenTask) => void
}

/**
 * Inputs on their way to the server: numbered when they are made, kept until they are answered,
 * sent in order. Nothing is dropped in silence and nothing can happen twice.
 */
export class InputQueue {
  private sending = false
  private stopped = false
  private kept = Promise.resolve() // the newest change

  constructor(
    private task: OpenTask,
    private readonly setup: QueueSetup,
  ) {}

  get current(): OpenTask {
    return this.task
  }

  /** Numbers an input and keeps it; it is safe, and on its way, when `kept` ends. */
  add(input: Omit<Input, 'seq' | 'at'>, text: string): { seq: number; kept: Promise<void> } {
    const seq = this.task.seq + 1
    const one: Waiting = { input: { ...input, seq, at: new Date().toISOString() }, text }
    const kept = this.change({ seq, waiting: [...this.task.waiting, one], again: [] })
    return { seq, kept: kept.then(() => void this.flush()) }
  }

  /** Sends what waits, until all is answered, nobody is signed in, or the queue is stopped. */
  async flush(): Promise<void> {
    if (this.sending) return
    this.sending = true
    try {
      await this.sendAll()
    } finally {
      this.sending = false
    }
  }

  private async sendAll(): Promise<void> {
    for (let attempt = 1; this.task.waiting.length > 0 && !this.isStopped(); attempt++) {
      const batch = this.task.waiting.slice(0, most)
      try {
        const inputs = batch.map((one) => one.input)
        await this.kept // or a page after this one would give their numbers again
        const answer = await this.setup.send(this.task.session, inputs)
        if (this.isStopped()) break
        await this.settle(batch, answer)
        attempt = 0
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        if (this.isStopped()) break
        if (signedOut.includes(error.status)) break
        if (isPassing(error)) await this.setup.pause(attempt)
        else this.giveBack(error)
      }
    }
  }

  /**
   * Takes over what the server shows of the session, unless inputs are still on their way or
   * some were made since the server was asked, at number `since`: theirs would be given twice.
   */
  adopt({ screen, seq }: StationStart, since: number): void {
    if (this.task.waiting.length > 0 || this.task.seq !== since) return
    void this.change({ screen, seq: seq ?? since })
  }

  /** Sends nothing more and hears no answer; what waits is kept, and whoever opens the task goes on. */
  stop() {
    this.stopped = true
  }

  private isStopped(): boolean {
    return this.stopped
  }

  /**
   * Takes over an answer in one go, then waits until it is kept: what is scanned meanwhile gets
   * numbers of its own, and a page after this one finds all of it or nothing.
   */
  private async settle(batch: Waiting[], { results, screen: told }: StationAnswer) {
    const screen = withExpect(told, this.task.screen)
    const answered = batch.slice(0, results.length)
    const refused = results.find((result) => !result.ok)
    const rest = this.task.waiting.slice(answered.length)
    void this.change({ waiting: rest, screen })
    results.forEach((result, i) => {
      const one = answered[i]
      if (one !== undefined) this.setup.onAnswer(one, result, screen)
    })
    // More may have been scanned meanwhile, and none of it was applied.
    if (refused !== undefined) this.giveBack()
    else if (results.length === 0) this.giveBack(new CallError(500, 'station.no_input'))
    await this.kept
  }

  /** Their numbers are free again: the server has applied none of them. */
  private giveBack(reason?: CallError) {
    const returned = this.task.waiting
    const [first] = returned
    if (first === undefined) return
    const again = returned.map(({ text }) => text)
    void this.change({ waiting: [], seq: first.input.seq - 1, again })
    this.setup.onReturned(returned, reason)
  }

  private change(part: Partial<OpenTask>): Promise<void> {
    this.task = { ...this.task, ...part }
    const { task } = this
    this.setup.onChange(task)
    this.kept = this.setup.keep(task)
    return this.kept
  }
}

/** The server did not answer, or cannot for now: the same inputs may go again. */
function isPassing({ status }: CallError): boolean {
  return status === 0 || status === 429 || status >= 500
}
