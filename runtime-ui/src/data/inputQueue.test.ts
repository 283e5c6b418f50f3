import { describe, expect, it, vi } from 'vitest'
import type { StationScreen } from '../meta/station-screen.gen'
import { CallError } from './envelope'
import { InputQueue, type OpenTask, type QueueSetup } from './inputQueue'
import { withExpect, type Input, type StationAnswer } from './stations'

const screen = { step: 'code', kind: 'scan', title: '', prompt: '' } as const

/** A server that refuses what is named X, and applies every number once. */
class Server {
  readonly applied: unknown[] = []
  readonly answers = new Map<number, { value: unknown; ok: boolean }>()

  take(inputs: Input[]): StationAnswer {
    const results = []
    for (const { seq, value } of inputs) {
      const known = this.answers.get(seq)
      if (known !== undefined && known.value !== value) throw new CallError(409, 'reused')
      const ok = value !== 'X'
      if (known === undefined && ok) this.applied.push(value)
      this.answers.set(seq, { value, ok })
      results.push({ seq, ok, sound: 'none' as const })
      if (!ok) break
    }
    return { applied: results.filter(({ ok }) => ok).length, results, screen }
  }
}

function setUp(
  send: (inputs: Input[]) => Promise<StationAnswer>,
  waiting: OpenTask['waiting'] = [],
) {
  const returned: string[] = []
  const answered: string[] = []
  let kept: OpenTask | undefined
  const setup: QueueSetup = {
    send: (_, inputs) => send(inputs),
    keep: (task) => {
      kept = task
      return Promise.resolve()
    },
    pause: () => Promise.resolve(),
    onAnswer: ({ text }, { ok }) => answered.push(`${text} ${ok}`),
    onReturned: (all) => returned.push(...all.map(({ text }) => text)),
    onChange: () => undefined,
  }
  const queue = new InputQueue({ session: 9, seq: waiting.length, screen, waiting }, setup)
  const scan = (code: string) => queue.add({ kind: 'scan', step: 'code', value: code }, code).kept
  return { queue, scan, returned, answered, setup, kept: () => kept }
}

const settle = (queue: InputQueue) =>
  vi.waitFor(() => {
    expect(queue.current.waiting).toEqual([])
  })

describe('a queue', () => {
  it('keeps an input before it is sent', async () => {
    const { scan, kept } = setUp(() => new Promise(() => undefined))
    await scan('A')
    expect(kept()?.waiting.map(({ input }) => input.value)).toEqual(['A'])
    expect(kept()?.seq).toBe(1)
  })

  it('gives no number twice when the server tells late where it was', async () => {
    const server = new Server()
    const { queue, scan } = setUp((inputs) => Promise.resolve(server.take(inputs)))
    const asked = queue.current.seq
    await scan('A')
    await settle(queue)
    queue.adopt({ session: 9, screen, seq: asked }, asked)
    await scan('B')
    await settle(queue)
    expect(server.applied).toEqual(['A', 'B'])
  })

  it('sends in order, and again what was not answered', async () => {
    const server = new Server()
    const send = vi
      .fn((inputs: Input[]) => Promise.resolve(server.take(inputs)))
      // The first call arrives, but its answer gets lost.
      .mockImplementationOnce((inputs) => {
        server.take(inputs)
        return Promise.reject(new CallError(0, 'lost'))
      })
      .mockRejectedValueOnce(new CallError(503, 'busy'))
    const { queue, scan } = setUp(send)
    for (const code of ['A', 'B', 'C']) await scan(code)
    await settle(queue)
    expect(server.applied).toEqual(['A', 'B', 'C'])
  })

  it('gives back what came after a refusal, and its numbers', async () => {
    const server = new Server()
    const send = vi
      .fn((inputs: Input[]) => Promise.resolve(server.take(inputs)))
      .mockRejectedValueOnce(new CallError(0, 'lost'))
    const { queue, scan, returned, answered } = setUp(send)
    await Promise.all(['A', 'X', 'B', 'C'].map(scan))
    await settle(queue)
    expect(answered).toEqual(['A true', 'X false'])
    expect(returned).toEqual(['B', 'C'])
    await scan('B')
    await settle(queue)
    expect(server.applied).toEqual(['A', 'B'])
    expect(queue.current.seq).toBe(3)
  })

  it('gives back what is scanned while a refusal is being kept', async () => {
    const server = new Server()
    const { queue, scan, returned, setup } = setUp((inputs) => Promise.resolve(server.take(inputs)))
    setup.keep = () => {
      if (server.answers.size === 1 && queue.current.seq === 2) void scan('C')
      return Promise.resolve()
    }
    await Promise.all(['X', 'B'].map(scan))
    await settle(queue)
    await vi.waitFor(() => {
      expect(returned).toEqual(['B', 'C'])
    })
  })

  it('waits when nobody is signed in', async () => {
    const send = vi.fn().mockRejectedValue(new CallError(401, 'expired'))
    const { queue, scan, returned, kept } = setUp(send)
    await scan('A')
    await vi.waitFor(() => {
      expect(send).toHaveBeenCalledOnce()
    })
    expect(queue.current.waiting).toHaveLength(1)
    expect(kept()?.waiting).toHaveLength(1)
    expect(returned).toEqual([])
  })

  it('gives everything back when the task is no longer ours', async () => {
    const { queue, scan, returned } = setUp(() => Promise.reject(new CallError(409, 'closed')))
    await scan('A')
    await vi.waitFor(() => {
      expect(returned).toEqual(['A'])
    })
    expect(queue.current).toMatchObject({ seq: 0, waiting: [], again: ['A'] })
  })

  it('goes on with what a page before it left', async () => {
    const server = new Server()
    const input = { seq: 1, kind: 'scan', step: 'code', value: 'A', at: '' } as const
    const { queue } = setUp(
      (inputs) => Promise.resolve(server.take(inputs)),
      [{ input, text: 'A' }],
    )
    await queue.flush()
    expect(server.applied).toEqual(['A'])
  })

  it('sends nothing that is not kept yet', async () => {
    const server = new Server()
    const { scan, setup } = setUp((inputs) => Promise.resolve(server.take(inputs)))
    setup.keep = ({ seq }) => (seq < 2 ? Promise.resolve() : new Promise(() => undefined))
    await scan('A')
    void scan('B')
    await new Promise((resolve) => setTimeout(resolve))
    expect(server.applied).toEqual(['A'])
  })

  it('keeps but does not send once it is stopped', async () => {
    const send = vi.fn(() => new Promise<StationAnswer>(() => undefined))
    const { queue, scan, kept } = setUp(send)
    await scan('A')
    queue.stop()
    await scan('B')
    expect(kept()?.waiting).toHaveLength(2)
    expect(send).toHaveBeenCalledOnce()
  })
})

it('what was told to be expected holds where only a difference is told', () => {
  const nodes = { a: { step: 'position' }, b: { step: 'item' } }
  const before: StationScreen = { ...screen, expect: { at: 'a', left: { x: '3', y: '1' }, nodes } }
  const told: StationScreen = { ...screen, expect: { rest: true, at: 'b', left: { x: '2' } } }
  const whole = { at: 'b', left: { x: '2', y: '1' }, nodes }
  expect(withExpect(told, before).expect).toEqual(whole)
  expect(withExpect(before, told)).toBe(before)
})
