import { afterEach, expect, it, vi } from 'vitest'
import { trialOf } from './trial'

const at = (query: string) => trialOf(new URL(`http://here/dashboard${query}`))

afterEach(() => {
  vi.restoreAllMocks()
  sessionStorage.clear()
})

it('keeps the change set that the first address of the tab named', () => {
  expect(at('')).toBeUndefined()
  expect(at('?try=5')).toBe(5)
  expect(at('')).toBe(5)
})

it('takes nothing that is no number for one', () => {
  expect(at('?try=x')).toBeUndefined()
  expect(at('?try=-1')).toBeUndefined()
})

it('shows the release in force where the browser keeps nothing', () => {
  vi.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValue(false)
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('The operation is insecure', 'SecurityError')
  })
  expect(at('?try=5')).toBeUndefined()
})
