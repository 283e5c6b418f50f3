import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { clearErrorLog, logError, logRenderError, useErrorLog, watchErrors } from './errorLog'

const errors = () => useErrorLog.getState().errors

let stop: () => void
beforeEach(() => {
  stop = watchErrors()
})
afterEach(() => {
  stop()
  clearErrorLog()
  vi.restoreAllMocks()
})

it('adds one row for an exception that nobody caught', () => {
  dispatchEvent(new ErrorEvent('error', { error: new Error('boom') }))
  expect(errors()).toHaveLength(1)
  expect(errors()[0]).toMatchObject({
    err: { message: 'boom', stack: expect.stringContaining('boom') as string },
    info: 'error',
    url: location.href,
  })
})

it('adds one row for a promise that nobody waited for', () => {
  dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: 'late' }))
  expect(errors()[0]).toMatchObject({ err: { message: 'late' }, info: 'unhandledrejection' })
})

it('names the component that could not be drawn', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  logRenderError(new Error('x'), { componentStack: '\n    at Broken (a.tsx:1)\n    at App' })
  expect(errors()[0]).toMatchObject({ vm: 'Broken', info: 'render' })
})

it('shows the newest first and forgets the oldest', () => {
  for (let n = 0; n < 205; n++) logError(new Error(`fault ${n}`), 'error')
  expect(errors()).toHaveLength(200)
  expect(errors()[0]?.err.message).toBe('fault 204')
})

it('hears nothing once it was stopped', () => {
  stop()
  dispatchEvent(new ErrorEvent('error', { error: new Error('boom') }))
  expect(errors()).toEqual([])
})
