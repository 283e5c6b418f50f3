import { expect, it, vi } from 'vitest'
import { CallError } from '../../data/envelope'
import type { OpenTask } from '../../data/inputQueue'
import type { DataProvider } from '../../data/provider'
import type { StationScreen } from '../../meta/station-screen.gen'
import { Desk } from './desk'

const screen: StationScreen = { step: 'item', kind: 'scan', title: 'Item', prompt: 'Scan' }

function setUp(input: DataProvider['station']['input']) {
  let kept: OpenTask | undefined
  const desk = new Desk({
    meta: { key: 'take', steps: [], buttons: [], params: [], undo: true },
    station: {
      start: () => Promise.resolve({ session: 9, screen, seq: 4 }),
      resume: () => Promise.reject(new CallError(0, 'msg.no_answer')),
      sessions: () => Promise.resolve([]),
      done: () => Promise.resolve({}),
      scale: () => Promise.resolve(null),
      input,
    },
    store: {
      read: () => Promise.resolve(kept),
      write: (task) => {
        kept = task
        return Promise.resolve()
      },
      forget: () => {
        kept = undefined
        return Promise.resolve()
      },
    },
    newKey: () => 'key',
    params: () => ({}),
    text: (key) => key,
    tell: () => undefined,
    isOffline: () => false,
    play: () => undefined,
    speak: () => undefined,
    pause: () => Promise.resolve(),
  })
  return { desk, kept: () => kept }
}

it('parks a task and keeps it here for its person', async () => {
  const input = vi.fn<DataProvider['station']['input']>((_key, _session, inputs) => {
    const results = inputs.map(({ seq }) => ({ seq, ok: true, sound: 'ok' as const }))
    return Promise.resolve({ applied: results.length, results, screen })
  })
  const { desk, kept } = setUp(input)
  await desk.start({})
  await desk.run.submit('scan', 'A1', 'A1')
  await vi.waitFor(() => {
    expect(desk.run.state.getState().log[0]?.state).toBe('good')
  })
  await desk.setAside()
  expect(input).toHaveBeenLastCalledWith('take', 9, [
    expect.objectContaining({ seq: 6, kind: 'park' }),
  ])
  expect(kept()).toMatchObject({ session: 9, seq: 6 }) // its number is not given again
  expect(kept()?.log).toMatchObject([{ text: 'A1', state: 'good' }])
})

it('leaves a task open that could not be parked', async () => {
  const { desk, kept } = setUp(() => Promise.reject(new CallError(0, 'msg.no_answer')))
  await desk.start({})
  await desk.setAside()
  expect(kept()).toMatchObject({ session: 9, seq: 4 })
})

it('sends again once its page is back in view', async () => {
  const input = vi.fn<DataProvider['station']['input']>((_key, _session, inputs) => {
    const results = inputs.map(({ seq }) => ({ seq, ok: true, sound: 'ok' as const }))
    return Promise.resolve({ applied: results.length, results, screen })
  })
  const { desk } = setUp(input)
  await desk.enter()
  desk.leave()
  await desk.enter()
  await desk.run.submit('scan', 'A1', 'A1')
  await vi.waitFor(() => {
    expect(input).toHaveBeenCalledWith('take', 9, [expect.objectContaining({ value: 'A1' })])
  })
})
