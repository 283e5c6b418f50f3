import { describe, expect, it, vi } from 'vitest'
import type { OpenTask } from './inputQueue'
import { taskStore } from './taskStore'

const screen = { step: 'code', kind: 'scan', title: '', prompt: '' } as const
const task = (seq: number): OpenTask => ({ session: 9, seq, screen, waiting: [] })

describe('the store of open tasks', () => {
  it('reads what was changed last, however late it is written', async () => {
    const written = vi.spyOn(Storage.prototype, 'setItem')
    const writes = Array.from({ length: 50 }, (_, i) => taskStore.write('read', task(i + 1)))
    expect(await taskStore.read('read')).toEqual(task(50))
    await Promise.all(writes)
    expect(written.mock.calls.length).toBeLessThan(3)
  })

  it('forgets a task whose changes were still to be written', async () => {
    void taskStore.write('forget', task(1))
    void taskStore.forget('forget')
    expect(await taskStore.read('forget')).toBeUndefined()
  })

  it('keeps the tasks of two people apart', async () => {
    void taskStore.write('1.take', task(1))
    void taskStore.write('2.take', task(2))
    expect(await taskStore.read('1.take')).toEqual(task(1))
    expect(await taskStore.read('2.take')).toEqual(task(2))
  })
})
