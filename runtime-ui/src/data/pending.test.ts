import { expect, it } from 'vitest'
import { usePending, whilePending } from './pending'

it('counts until the last of several calls has ended, failed ones included', async () => {
  const ends: (() => void)[] = []
  const slow = () =>
    new Promise<void>((resolve) => {
      ends.push(resolve)
    })
  const failing = whilePending(() => Promise.reject(new Error('cut'))).catch(() => undefined)
  const calls = [whilePending(slow), whilePending(slow)]
  expect(usePending.getState().count).toBe(3)
  await failing
  expect(usePending.getState().count).toBe(2)
  ends.forEach((end) => {
    end()
  })
  await Promise.all(calls)
  expect(usePending.getState().count).toBe(0)
})
