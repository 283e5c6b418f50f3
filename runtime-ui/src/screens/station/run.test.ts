import { describe, expect, it, vi } from 'vitest'
import type { OpenTask } from '../../data/inputQueue'
import type { StationAnswer } from '../../data/provider'
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

function setUp(offline: boolean, answer?: StationAnswer) {
  const sounds: Sound[] = []
  const run = new Run({
    meta,
    text: (key) => key,
    isOffline: () => offline,
    play: (sound) => sounds.push(sound),
    speak: () => undefined,
    send: () => (answer === undefined ? new Promise(() => undefined) : Promise.resolve(answer)),
    keep: () => Promise.resolve(),
    pause: () => Promise.resolve(),
    onEnd: () => undefined,
    onRefused: () => undefined,
  })
  run.open(task)
  return { run, sounds, state: () => run.state.getState() }
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
