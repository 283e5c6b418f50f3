import { expect, it } from 'vitest'
import { timetableOf } from './timetable'

it.each([
  ['* * * * *', { key: 'minutely', words: {} }],
  ['*/5 * * * *', { key: 'every', words: { n: '5' } }],
  ['25 * * * *', { key: 'hourly', words: { minute: '25' } }],
  ['5 3 * * *', { key: 'daily', words: { at: '03:05', zone: 'UTC' } }],
])('says %s in words', (cron, told) => {
  expect(timetableOf(cron, 'UTC')).toEqual(told)
})

it.each(['0 3 * * 1', '0,30 * * * *', '0 3 1 * *', '*/5 3 * * *'])('leaves %s as it is', (cron) => {
  expect(timetableOf(cron, 'UTC')).toBeUndefined()
})
