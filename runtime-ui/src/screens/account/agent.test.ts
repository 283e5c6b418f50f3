import { expect, test } from 'vitest'
import { agentName } from './agent'

test.each([
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/131.0 Safari/537.36 Edg/131.0', 'Edge · Windows'],
  ['Mozilla/5.0 (Linux; Android 13) Chrome/131.0 Mobile Safari/537.36', 'Chrome · Android'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17 like Mac OS X) Version/17 Safari/605', 'Safari · iOS'],
  ['shop-sync/2', 'shop-sync/2'],
  ['', '–'],
])('%s', (agent, name) => {
  expect(agentName(agent)).toBe(name)
})
