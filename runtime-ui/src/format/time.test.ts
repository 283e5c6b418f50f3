import dayjs from 'dayjs'
import 'dayjs/locale/es'
import { afterAll, expect, it } from 'vitest'
import { clockTime, exactTime, fromWall, relativeTime, setZone, toWall } from './time'

const now = Date.UTC(2026, 0, 10)
const ago = (seconds: number) => relativeTime(new Date(now - seconds * 1000).toISOString(), now)

afterAll(() => {
  dayjs.locale('en')
  setZone(undefined)
})

it.each([
  [29, 'time.just_now', 0],
  [30, 'time.minutes', 1],
  [3_600, 'time.hours', 1],
  [86_399, 'time.hours', 24],
  [86_400, 'time.one_day', 1],
  [172_799, 'time.one_day', 1],
  [-30, 'time.just_now', 0],
  [-31, 'time.minutes_ahead', 1],
  [-42 * 60, 'time.minutes_ahead', 42],
  [-3_601, 'time.hours_ahead', 2],
  [-86_400, 'time.day_ahead', 1],
])('speaks of what was %d seconds ago as %s', (seconds, key, count) => {
  expect(ago(seconds)).toEqual({ key, count })
})

it('gives a date for what is two days away or more', () => {
  expect(ago(172_800)).toBeUndefined()
  expect(ago(-172_800)).toBeUndefined()
})

it.each([
  ['zh', '2026-01-05 09:07'],
  ['en', '5 Jan 2026 09:07'],
  ['es', '5 ene 2026 09:07'],
])('writes it as people read it in %s', (language, words) => {
  dayjs.locale(language === 'es' ? 'es' : 'en')
  expect(exactTime('2026-01-05T09:07:00', language)).toBe(words)
})

/** A zone whose clock is not that of this machine, whatever it is. */
const elsewhere =
  dayjs('2026-01-05T12:00:00Z').utcOffset() === 345 ? 'Asia/Shanghai' : 'Asia/Kathmandu'

it('tells times by the clock of the place of work and names its zone', () => {
  dayjs.locale('en')
  setZone(elsewhere)
  const wanted = elsewhere === 'Asia/Kathmandu' ? '17:45 UTC+5:45' : '20:00 UTC+8'
  expect(exactTime('2026-01-05T12:00:00Z', 'en')).toBe(`5 Jan 2026 ${wanted}`)
  const wall = toWall('2026-01-05T12:00:00Z')
  expect(wall === null ? '' : dayjs(fromWall(wall)).toISOString()).toBe('2026-01-05T12:00:00.000Z')
})

it.each([Intl.DateTimeFormat().resolvedOptions().timeZone, 'Nowhere/Nothing', ''])(
  "names no zone where it is the reader's own or none: %s",
  (zone) => {
    dayjs.locale('en')
    setZone(zone)
    expect(exactTime('2026-01-05T09:07:00', 'en')).toBe('5 Jan 2026 09:07')
  },
)

it('tells the hour of what this machine just did', () => {
  setZone('Asia/Shanghai')
  expect(clockTime(Date.UTC(2026, 0, 10, 2, 5), 'HH:mm:ss')).toMatch(/^10:05:00/)
  expect(clockTime(new Date(Date.UTC(2026, 0, 10, 2, 5)), 'HH:mm:ss')).toMatch(/^10:05:00/)
})
