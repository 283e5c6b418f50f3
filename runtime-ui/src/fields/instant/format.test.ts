import dayjs from 'dayjs'
import 'dayjs/locale/es'
import { afterAll, expect, it } from 'vitest'
import { exactTime, relativeTime } from './format'

const now = Date.UTC(2026, 0, 10)
const ago = (seconds: number) => relativeTime(new Date(now - seconds * 1000).toISOString(), now)

afterAll(() => dayjs.locale('en'))

it.each([
  [29, 'time.just_now', 0],
  [30, 'time.minutes', 1],
  [3_600, 'time.hours', 1],
  [86_399, 'time.hours', 24],
  [86_400, 'time.one_day', 1],
  [172_799, 'time.one_day', 1],
])('speaks of %d seconds ago as %s', (seconds, key, count) => {
  expect(ago(seconds)).toEqual({ key, count })
})

it('gives a date for what is two days old or older', () => {
  expect(ago(172_800)).toBeUndefined()
})

it.each([
  ['zh', '2026-01-05 09:07'],
  ['en', '5 Jan 2026 09:07'],
  ['es', '5 ene 2026 09:07'],
])('writes it as people read it in %s', (language, words) => {
  dayjs.locale(language === 'es' ? 'es' : 'en')
  expect(exactTime('2026-01-05T09:07:00', language)).toBe(words)
})
