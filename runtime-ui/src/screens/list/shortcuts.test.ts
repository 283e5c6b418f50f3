import dayjs from 'dayjs'
import { expect, it } from 'vitest'
import { rangeOf, type Shortcut } from './shortcuts'

const now = dayjs('2026-03-31T14:05:06.789')

it.each<[Shortcut, string]>([
  ['today', '2026-03-31T00:00:00.000'],
  ['week', '2026-03-24T14:05:06.789'],
  ['month', '2026-03-01T14:05:06.789'],
  ['quarter', '2025-12-31T14:05:06.789'],
])('%s begins exactly that long ago and ends now', (shortcut, from) => {
  const [begins, ends] = rangeOf(shortcut, 'instant', now)
  expect(dayjs(begins).valueOf()).toBe(dayjs(from).valueOf())
  expect(dayjs(ends).valueOf()).toBe(now.valueOf())
})

it('asks date fields for whole days, to the end of today', () => {
  expect(rangeOf('today', 'date', now)).toEqual(['2026-03-31', '2026-03-31'])
  expect(rangeOf('week', 'date', now)).toEqual(['2026-03-24', '2026-03-31'])
})
