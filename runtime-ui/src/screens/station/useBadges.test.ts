import { expect, it } from 'vitest'
import { isBadge } from './useBadges'

it.each([
  ['BADGE-PIA', 'BADGE-', true],
  ['6900000001001', 'BADGE-', false],
  ['badge-pia', 'BADGE-', false], // another code than the one on the card
  ['BADGE-PIA', '', false], // none is recognised
  ['BADGE-PIA', undefined, false],
])('%s with badges that begin with %s', (code, prefix, wanted) => {
  expect(isBadge(code, prefix)).toBe(wanted)
})
