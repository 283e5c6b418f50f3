import { expect, it } from 'vitest'
import { CallError } from '../../data/envelope'
import type { LogEntry, OpenTask } from '../../data/inputQueue'
import type { DataProvider } from '../../data/provider'
import type { Input, StationAnswer } from '../../data/stations'
import type { StationScreen } from '../../meta/station-screen.gen'
import { Desk } from './desk'

type Station = DataProvider['station']

const session = 9
const screen: StationScreen = { step: 'item', kind: 'scan', title: 'Item', prompt: 'Scan' }
const seeds = Number(process.env['NETWORK_SEEDS'] ?? 60)
const scans = 60 // of each seed
const shown = 15 // inputs that wait at most: older ones leave the list that the person reads

/** Chances that a seed repeats: mulberry32. */
function chances(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const below = (n: number) => Math.floor(next() * n)
  /** Lets other things go on, for some time. */
  const aWhile = async () => {
    for (let n = below(12); n > 0; n--) await Promise.resolve()
  }
  return { below, aWhile, is: (share: number) => next() < share }
}

/** What the contract says of inputs, and no more: each number once, in order, up to a refusal. */
class Server {
  readonly applied: string[] = []
  signedIn = true
  private readonly inputs: { code: string; ok: boolean }[] = []

  get seq() {
    return this.inputs.length
  }

  take(inputs: Input[]): StationAnswer {
    this.admit()
    const results = []
    for (const { seq, value } of inputs) {
      const code = String(value)
      const known = this.inputs[seq - 1]
      if (seq > this.seq + 1 || (known !== undefined && known.code !== code)) {
        throw new CallError(409, 'number')
      }
      const ok = !code.startsWith('X')
      if (known === undefined) {
        this.inputs.push({ code, ok })
        if (ok) this.applied.push(code)
      }
      results.push({ seq, ok, sound: 'none' as const })
      if (!ok) break
    }
    return { applied: results.filter(({ ok }) => ok).length, results, screen }
  }

  admit() {
    if (!this.signedIn) throw new CallError(401, 'signed out')
  }
}

type Chances = ReturnType<typeof chances>

/** Carries calls to the server, or loses, doubles and reorders them. */
class Network {
  readonly happened = new Set<string>()
  private readonly late: (() => unknown)[] = []

  constructor(private readonly by: Chances) {}

  async carry<T>(call: () => T): Promise<T> {
    await this.by.aWhile()
    if (this.by.is(0.3)) this.deliver()
    if (this.is('late', 0.1)) {
      this.late.push(call)
      throw new CallError(0, 'no answer')
    }
    if (this.is('lost', 0.1)) throw new CallError(0, 'no answer')
    const answer = call()
    if (this.is('doubled', 0.05)) call()
    if (this.is('doubled late', 0.05)) this.late.push(call)
    await this.by.aWhile()
    if (this.is('answer lost', 0.1)) throw new CallError(0, 'no answer')
    return answer
  }

  deliver() {
    for (const call of this.late.splice(0)) {
      try {
        call()
      } catch {
        // Nobody hears what is answered to a copy.
      }
    }
  }

  private is(what: string, share: number): boolean {
    const so = this.by.is(share)
    if (so) this.happened.add(what)
    return so
  }
}

/** What a browser keeps: changes are written one after another, as in data/taskStore.ts. */
class Shelf {
  isGone = false // with its page
  private wanted: OpenTask | undefined
  private made = Promise.resolve()

  constructor(
    readonly by: Chances,
    readonly stored: { task?: OpenTask | undefined },
  ) {}

  readonly read = () => Promise.resolve(structuredClone(this.stored.task))

  readonly write = (task: OpenTask): Promise<void> => {
    this.wanted = task
    this.made = this.made.then(async () => {
      const newest = this.wanted
      if (newest === undefined) return
      this.wanted = undefined
      await this.by.aWhile()
      if (this.isGone) await new Promise(() => undefined)
      this.stored.task = structuredClone(newest)
    })
    return this.made
  }

  readonly forget = () => Promise.reject(new Error('no task is forgotten here'))
}

/** A page with a desk, and what the person reads there of the codes that were scanned. */
class Page {
  readonly desk: Desk
  private readonly shelf: Shelf

  constructor(
    by: Chances,
    stored: { task?: OpenTask | undefined },
    station: Pick<Station, 'start' | 'resume' | 'input'>,
    read: (log: LogEntry[]) => void,
  ) {
    this.shelf = new Shelf(by, stored)
    this.desk = new Desk({
      meta: { key: 'take', steps: [], buttons: [], params: [], undo: true },
      station: {
        ...station,
        sessions: () => Promise.resolve([]),
        done: () => Promise.resolve({}),
        scale: () => Promise.resolve(null),
      },
      store: this.shelf,
      newKey: () => 'key',
      params: () => ({}),
      text: (key) => key,
      tell: (error) => {
        throw error
      },
      isOffline: () => false,
      play: () => undefined,
      speak: () => undefined,
      pause: by.aWhile,
    })
    this.desk.run.state.subscribe(({ log }) => {
      if (!this.shelf.isGone) read(log)
    })
  }

  /** Nothing of the page is left but what it kept. */
  vanish() {
    this.shelf.isGone = true
    this.desk.leave()
  }

  /** How many inputs wait for an answer. */
  get waiting(): number {
    return this.desk.run.state.getState().waiting
  }
}

/** Has a person scan over a bad network on a page that is opened anew now and then. */
async function play(seed: number) {
  const by = chances(seed)
  const server = new Server()
  const network = new Network(by)
  const told = new Map<string, LogEntry['state']>() // by code
  const safe = new Set<string>() // codes that the page said to have kept
  const station: Pick<Station, 'start' | 'resume' | 'input'> = {
    start: () => Promise.resolve({ session, screen, seq: 0 }),
    resume: () =>
      network.carry(() => {
        server.admit()
        return { session, screen, seq: server.seq }
      }),
    input: (_key, _session, inputs) => {
      const sent = structuredClone(inputs)
      return network.carry(() => server.take(sent))
    },
  }
  const stored: { task?: OpenTask | undefined } = {}
  const open = async () => {
    server.signedIn = true
    const page = new Page(by, stored, station, (log) => {
      for (const { text, state } of log) told.set(text, state)
    })
    await page.desk.enter()
    return page
  }

  let page = await open()
  for (let n = 1; n <= scans; n++) {
    const code = `${by.is(0.1) ? 'X' : 'C'}${n}`
    const scanned = page.desk.run.submit('scan', code, code)
    void scanned.then(() => safe.add(code))
    if (by.is(0.5)) await scanned
    if (by.is(0.5)) await by.aWhile()
    while (page.waiting > shown && server.signedIn) await by.aWhile()
    if (by.is(0.03)) server.signedIn = false
    if (by.is(0.1) || !server.signedIn) {
      await by.aWhile()
      page.vanish()
      page = await open()
    }
  }
  for (let tries = 0; page.waiting > 0 && tries < 10_000; tries++)
    await new Promise((r) => setTimeout(r))
  network.deliver()
  return { server, told, safe, happened: network.happened }
}

it(`tells the truth over a bad network, ${seeds} times`, async () => {
  const happened = new Set<string>()
  for (let seed = 1; seed <= seeds; seed++) {
    const one = await play(seed)
    const { applied } = one.server
    expect(new Set(applied).size, `seed ${seed}: applied twice`).toBe(applied.length)
    for (const [code, state] of one.told) {
      const says = `seed ${seed}: ${code} is told to be ${state}`
      if (state === 'good') expect(applied, says).toContain(code)
      else expect(applied, says).not.toContain(code)
      if (one.safe.has(code)) expect(state, says).not.toBe('waiting')
    }
    const silent = applied.filter((code) => !one.told.has(code))
    expect(silent, `seed ${seed}: applied in silence`).toEqual([])
    one.happened.forEach((what) => happened.add(what))
  }
  expect([...happened].sort()).toEqual(['answer lost', 'doubled', 'doubled late', 'late', 'lost'])
})
