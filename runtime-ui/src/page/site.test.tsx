import { beforeEach, expect, it, vi } from 'vitest'

beforeEach(() => {
  vi.resetModules()
})

it.each([
  ['/dashboard', '/sys/product/product'],
  ['/user/dashboard', '/user/sys/product/product'],
])('from %s a link leads to %s', async (here, there) => {
  history.replaceState(null, '', here)
  const { hrefOf } = await import('./site')
  expect(hrefOf('/sys/product/product')).toBe(there)
})
