import { expect, it } from 'vitest'
import { dueWords, urgencyOf } from './due'

const now = Date.parse('2026-11-22T15:18:00Z')
const at = (minutes: number) => now + minutes * 60_000

it('says how far a deadline is, and how long it is over', () => {
  expect(dueWords(at(42), now)).toMatchObject({ key: 'floor.due_minutes', n: 42 })
  expect(dueWords(at(180), now)).toMatchObject({ key: 'floor.due_hours', n: 3 })
  expect(dueWords(at(-5), now)).toMatchObject({ key: 'floor.late_minutes', n: 5 })
  expect(dueWords(at(-3 * 24 * 60), now)).toMatchObject({ key: 'floor.late_days', n: 3 })
})

it('tells what is late from what is near', () => {
  expect([at(-1), at(42), at(61)].map((due) => urgencyOf(due, now))).toEqual([
    'late',
    'soon',
    'later',
  ])
})
