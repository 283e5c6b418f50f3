import { createStore } from 'zustand/vanilla'
import type { CallError } from '../../data/envelope'
import {
  InputQueue,
  type LogEntry,
  type OpenTask,
  type QueueSetup,
  type Waiting,
} from '../../data/inputQueue'
import type { Input, StationResult, StationStart } from '../../data/stations'
import type { StationMeta } from '../../data/screen'
import type { StationScreen } from '../../meta/station-screen.gen'
import { judge, placeOf, type Place, type Verdict } from './judge'
import { drawAhead } from './ahead'
import { soundOfRefusal, type Sound } from './sounds'

const logLength = 20 // inputs shown
const untied = new Set<Input['kind']>(['undo', 'park', 'close', 'override']) // belong to no step

export interface RunState {
  screen: StationScreen | undefined
  log: LogEntry[]
  waiting: number // inputs that the server has not answered
}

export interface RunSetup {
  meta: StationMeta
  text: (key: string, values?: Record<string, string>) => string
  isOffline: () => boolean
  play: (sound: Sound) => void
  speak: (screen: StationScreen) => void
  send: QueueSetup['send']
  keep: QueueSetup['keep']
  pause: QueueSetup['pause']
  /** The task has ended, or nobody knows it any more. */
  onEnd: () => void
  /** The server refused to take anything of this task. */
  onRefused: (reason: CallError) => void
}

/** One task at a station: judges inputs at once, keeps them, and shows what the server says of them. */
export class Run {
  readonly state = createStore<RunState>(() => ({ screen: undefined, log: [], waiting: 0 }))
  private queue: InputQueue | undefined
  private place: Place | undefined // what waits counted in
  private readonly said = new Map<number, Sound>() // by number of the input
  private lastId = 0

  constructor(private readonly setup: RunSetup) {}

  /** Goes on with a task as this device kept it. */
  open(task: OpenTask) {
    this.queue?.stop()
    this.queue = new InputQueue(task, {
      send: this.setup.send,
      keep: this.keep,
      pause: this.setup.pause,
      onAnswer: this.answered,
      onReturned: this.returned,
      onChange: this.changed,
    })
    this.changed(task)
    if (this.state.getState().log.length === 0) this.recall(task)
  }

  /** The task as it is kept; undefined when there is none. */
  get current(): OpenTask | undefined {
    return this.queue === undefined ? undefined : this.withLog(this.queue.current)
  }

  /** Begins, or goes on with, what the server started; `code` is what it took as the first input. */
  begin(started: StationStart, params?: OpenTask['params'], code = '') {
    const { session, screen, seq = 0, results = [] } = started
    const task: OpenTask = { session, screen, seq, waiting: [], ...(params && { params }) }
    this.state.setState(({ log }) => ({ log: log.map(ofAnotherTask) }))
    this.open(task)
    const [result] = results
    if (result !== undefined) {
      this.note({ seq: result.seq, text: code, state: 'waiting', message: '' })
      this.hear(result)
    }
    void this.keep(task)
  }

  /** What the server shows now, after a while away. */
  adopt(started: StationStart, since: number) {
    this.queue?.adopt(started, since)
  }

  flush() {
    void this.queue?.flush()
  }

  /** Gives everything that waits back to the person and forgets the task. */
  close() {
    const waiting = this.queue?.current.waiting ?? []
    this.stop()
    this.queue = undefined
    if (waiting.length > 0) this.returned(waiting)
    this.said.clear()
    this.state.setState({ screen: undefined, waiting: 0 })
  }

  stop() {
    this.queue?.stop()
  }

  /** Takes an input: judges it, keeps it, and tells by ear how it went before anything is drawn. */
  async submit(kind: Input['kind'], value: unknown, text: string) {
    const { screen } = this.state.getState()
    if (this.queue === undefined || screen === undefined) return
    const verdict = judge(this.place, kind, value)
    const refusal = this.refusalOf(verdict, text)
    if (refusal !== undefined) {
      this.setup.play(verdict.is === 'over' ? 'over' : 'error')
      this.note({ text, state: 'wrong', message: refusal })
      return
    }
    const step = untied.has(kind) ? {} : { step: screen.step }
    const { kept, seq } = this.queue.add({ kind, value, ...step }, text)
    // With the next screen, or that one would be drawn twice, and lose what was typed meanwhile.
    this.note({ seq, text, state: 'waiting', message: '' })
    await kept
    const sound = soundOf(verdict)
    if (sound !== 'none') {
      this.said.set(seq, sound)
      this.setup.play(sound)
    }
  }

  /** Gives the button that was pressed elsewhere, on a device beside the person. */
  giveHeard() {
    const { screen, waiting } = this.state.getState()
    const heard = screen?.heard
    if (heard === undefined || waiting > 0) return
    const button = this.setup.meta.buttons.find(({ code }) => code === heard)
    void this.submit('button', heard, button?.label ?? heard)
  }

  /** Takes back the newest input that was good. */
  undo() {
    const last = this.state.getState().log.find(({ state }) => state === 'good')
    return this.submit('undo', { seq: last?.seq }, '↶')
  }

  /** Why an input is not taken here; the server explains its refusals better, when it is near. */
  private refusalOf(verdict: Verdict, code: string): string | undefined {
    const { text, isOffline } = this.setup
    const near = !isOffline() && this.queue?.current.waiting.length === 0
    switch (verdict.is) {
      case 'right':
        return undefined
      case 'unknown':
        return isOffline() ? text('floor.needs_server') : undefined
      case 'wrong':
        return near ? undefined : text('floor.not_wanted', { code })
      case 'over':
        return near ? undefined : text('floor.over', { left: verdict.left })
    }
  }

  private readonly changed = (task: OpenTask) => {
    this.place = placeAfter(task)
    const screen = drawAhead(this.setup.meta, task, this.place, this.setup.text)
    this.state.setState({ screen, waiting: task.waiting.length })
  }

  private readonly answered = (
    { input }: Waiting,
    result: StationResult,
    screen: StationScreen,
  ) => {
    this.hear(result)
    if (!result.ok) return
    if (input.kind === 'close' || input.kind === 'park') this.setup.onEnd()
    else if (this.state.getState().waiting === 0) {
      this.setup.speak(screen)
      this.giveHeard()
    }
  }

  /** Tells by ear, unless that was done before the answer, and in the log how an input went. */
  private hear({ seq, ok, sound: good, code = '', message = '', override = false }: StationResult) {
    const said = this.said.get(seq)
    this.said.delete(seq)
    const sound = ok || good === 'stop' ? good : soundOfRefusal(code)
    const telling = sound === 'done' || sound === 'stop'
    if (said === undefined || isGood(said) !== ok || (telling && said !== sound)) {
      this.setup.play(sound)
    }
    this.mark(seq, { state: ok ? 'good' : 'wrong', message, override })
  }

  private readonly returned = (returned: Waiting[], reason?: CallError) => {
    this.setup.play('error')
    const message = reason?.message ?? this.setup.text('floor.again')
    for (const { input, text } of returned) {
      this.said.delete(input.seq)
      if (!this.mark(input.seq, { state: 'again', message })) {
        this.note({ text, state: 'again', message })
      }
    }
    if (reason !== undefined) this.setup.onRefused(reason)
  }

  /** A page that was opened anew shows the last inputs, and tells what it does not know the end of. */
  private recall({ log = [], again = [], waiting }: OpenTask) {
    const onTheirWay = new Set(waiting.map(({ input }) => input.seq))
    const known = log
      .filter(({ state, seq = 0 }) => state !== 'waiting' || onTheirWay.has(seq))
      .map((entry) => ({ ...entry, at: new Date(entry.at) }))
    this.lastId = known[0]?.id ?? 0
    this.state.setState({ log: known })
    const message = this.setup.text('floor.again')
    for (const text of again) {
      const isShown = known.some((entry) => entry.state === 'again' && entry.text === text)
      if (!isShown) this.note({ text, state: 'again', message })
    }
    for (const { input, text } of waiting) {
      const isShown = known.some(({ state, seq }) => state === 'waiting' && seq === input.seq)
      if (!isShown) this.note({ seq: input.seq, text, state: 'waiting', message: '' })
    }
  }

  private readonly keep = (task: OpenTask) => this.setup.keep(this.withLog(task))

  private withLog(task: OpenTask): OpenTask {
    return { ...task, log: this.state.getState().log }
  }

  private show(log: LogEntry[]) {
    this.state.setState({ log })
    if (this.queue !== undefined) void this.keep(this.queue.current)
  }

  private note(entry: Omit<LogEntry, 'id' | 'at'>) {
    this.lastId++
    const noted = { ...entry, id: this.lastId, at: new Date() }
    this.show([noted, ...this.state.getState().log].slice(0, logLength))
  }

  /** Says how an input went; false when it is not in the log, as after a reload. */
  private mark(seq: number, part: Partial<LogEntry>): boolean {
    const { log } = this.state.getState()
    const found = log.find((entry) => entry.seq === seq && entry.state === 'waiting')
    if (found === undefined) return false
    this.show(log.map((entry) => (entry === found ? { ...entry, ...part } : entry)))
    return true
  }
}

/** Its number means nothing in the next task, where it cannot be taken back. */
function ofAnotherTask({ id, text, state, message, at }: LogEntry): LogEntry {
  return { id, text, state, message, at }
}

/** Where a person stands once everything that waits is applied. */
function placeAfter({ screen, waiting }: OpenTask): Place | undefined {
  let place = placeOf(screen)
  for (const { input } of waiting) {
    const verdict = judge(place, input.kind, input.value)
    place = verdict.is === 'right' ? verdict.place : undefined
  }
  return place
}

/** What can be said before the server answers. */
function soundOf(verdict: Verdict): Sound {
  switch (verdict.is) {
    case 'right':
      return verdict.place?.nodes[verdict.place.at]?.step === 'done' ? 'done' : 'ok'
    case 'wrong':
      return 'error'
    case 'over':
      return 'over'
    case 'unknown':
      return 'none'
  }
}

function isGood(sound: Sound): boolean {
  return sound === 'ok' || sound === 'done'
}
