import { describe, expect, it, vi } from 'vitest'
import type { OpenTask } from '../../data/inputQueue'
import type { StationAnswer } from '../../data/stations'
import type { StationMeta } from '../../data/screen'
import type { StationScreen } from '../../meta/station-screen.gen'
import { Run } from './run'
import type { Sound } from './sounds'

const meta: StationMeta = {
  key: 'take',
  steps: [{ key: 'qty', kind: 'qty', title: 'Quantity', prompt: 'How many {item}?', buttons: [] }],
  buttons: [],
  params: [],
  undo: true,
}
const screen: StationScreen = {
  step: 'item',
  kind: 'scan',
  title: 'Item',
  prompt: 'Scan',
  expect: {
    at: 'item',
    left: { a: '5' },
    nodes: {
      item: { step: 'item', codes: { A1: { to: 'qty' } } },
      qty: { step: 'qty', number: { of: 'a', to: 'item', done: 'done' } },
      done: { step: 'done' },
    },
  },
}
const task: OpenTask = { session: 9, seq: 0, screen, waiting: [] }

function setUp(offline: boolean, answer?: StationAnswer, from = task) {
  const sounds: Sound[] = []
  const kept: OpenTask[] = []
  const run = new Run({
    meta,
    text: (key) => key,
    isOffline: () => offline,
    play: (sound) => sounds.push(sound),
    speak: () => undefined,
    send: () => (answer === undefined ? new Promise(() => undefined) : Promise.resolve(answer)),
    keep: (one) => {
      kept.push(one)
      return Promise.resolve()
    },
    pause: () => Promise.resolve(),
    onEnd: () => undefined,
    onRefused: () => undefined,
  })
  run.open(from)
  return { run, sounds, kept, state: () => run.state.getState() }
}

describe('without a network', () => {
  it('sounds as the server would, and draws what follows', async () => {
    const { run, sounds, state } = setUp(true)
    await run.submit('scan', 'NOPE', 'NOPE')
    await run.submit('scan', 'A1', 'A1')
    expect(state().screen).toMatchObject({ step: 'qty', prompt: 'Quantity' })
    await run.submit('key', '6', '6')
    await run.submit('key', '5', '5')
    expect(sounds).toEqual(['error', 'ok', 'over', 'done'])
    expect(state().screen?.kind).toBe('done')
    expect(state().waiting).toBe(2) // what was wrong never leaves the device
  })

  it('draws the next question once, with the input above it', async () => {
    const { run, state } = setUp(true)
    const submitted = run.submit('scan', 'A1', 'A1')
    expect(state()).toMatchObject({
      screen: { step: 'qty' },
      log: [{ text: 'A1', state: 'waiting' }],
    })
    await submitted
  })

  it('stops where only the server knows', async () => {
    const { run, sounds, state } = setUp(true)
    await run.submit('button', 'finish', 'Finish')
    expect(sounds).toEqual(['error'])
    expect(state().log[0]?.message).toBe('floor.needs_server')
    expect(state().waiting).toBe(0)
  })
})

describe('with the server', () => {
  const wrong = { seq: 1, ok: false, sound: 'error' as const, message: 'No' }

  it('sounds once when the server agrees', async () => {
    const { run, sounds, state } = setUp(false, { applied: 0, results: [wrong], screen })
    await run.submit('scan', 'NOPE', 'NOPE')
    await vi.waitFor(() => {
      expect(state().log[0]).toMatchObject({ state: 'wrong', message: 'No' })
    })
    expect(sounds).toEqual(['error'])
  })

  it('takes a good sound back when the server refuses', async () => {
    const refusal = { ...wrong, code: 'order.cancelled' }
    const { run, sounds, state } = setUp(false, { applied: 0, results: [refusal], screen })
    await run.submit('scan', 'A1', 'A1')
    await vi.waitFor(() => {
      expect(state().log[0]?.state).toBe('wrong')
    })
    expect(sounds).toEqual(['ok', 'cancelled'])
    expect(state().screen).toEqual(screen)
  })
})

describe('who comes back', () => {
  it('finds the last inputs as they were', async () => {
    const good = { seq: 1, ok: true, sound: 'ok' as const, message: 'Taken' }
    const before = setUp(false, { applied: 1, results: [good], screen })
    await before.run.submit('scan', 'A1', 'A1')
    await vi.waitFor(() => {
      expect(before.state().log[0]?.state).toBe('good')
    })
    const after = setUp(false, undefined, before.kept.at(-1))
    expect(after.state().log).toEqual(before.state().log)
  })

  it('is told once of what came back and of what is on its way', () => {
    const at = new Date()
    const input = { seq: 3, kind: 'scan' as const, value: 'A1', at: at.toISOString() }
    const { state } = setUp(true, undefined, {
      ...task,
      seq: 3,
      waiting: [{ input, text: 'A1' }],
      again: ['B2', 'C3'],
      log: [
        { id: 2, seq: 2, text: 'LOST', state: 'waiting', message: '', at }, // its end is not known
        { id: 1, text: 'B2', state: 'again', message: '', at },
      ],
    })
    expect(state().log.map(({ id, text }) => [id, text])).toEqual([
      [3, 'A1'],
      [2, 'C3'],
      [1, 'B2'],
    ])
  })
})
