import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Client } from '../../data/client'
import { takeNotices } from '../../page/notices'
import { mayUseModule, useNoAuth } from './modules'

const post = vi.fn(() => Promise.resolve([{ moduleName: 'base' }]))
const client = { post } as unknown as Client

beforeEach(() => {
  vi.useFakeTimers()
  useNoAuth.setState({ modules: [] })
})
afterEach(() => {
  vi.useRealTimers()
})

it('lets a licensed module work, without a message and a mark', async () => {
  expect(await mayUseModule(client, 'base')).toBe(true)
  vi.advanceTimersByTime(5_000)
  expect(takeNotices()).toEqual([])
  expect(useNoAuth.getState().modules).toEqual([])
})

it('tells that a module is not licensed, and marks it one second later', async () => {
  expect(await mayUseModule(client, 'plus')).toBe(false)
  expect(post).toHaveBeenLastCalledWith('/api/auth/hasSaasAuth', { IDs: 'plus' })
  vi.advanceTimersByTime(5_000) // the part of the app that shows it is still on its way
  const [told] = takeNotices()
  expect(told).toMatchObject({ kind: 'failure', text: 'msg.module_no_auth' })
  told?.onShown?.()
  vi.advanceTimersByTime(999)
  expect(useNoAuth.getState().modules).toEqual([])
  vi.advanceTimersByTime(1)
  expect(useNoAuth.getState().modules).toEqual(['plus'])
})
