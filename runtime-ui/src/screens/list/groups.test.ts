import { expect, it } from 'vitest'
import type { MeasureMeta } from '../../data/screen'
import { mostGroups, pageOfGroups } from './groups'

const measures: MeasureMeta[] = [
  { as: 'held', field: 'held', fn: 'sum', type: 'decimal', title: 'Held', scale: 3, total: true },
  { as: 'oldest', field: 'day', fn: 'min', type: 'date', title: 'Oldest' },
]
const rows = Array.from({ length: 120 }, (_, i) => ({
  item: i,
  id: 0,
  held: 0.1,
  oldest: '2026-01-01',
}))

it('gives a page of the groups, and the totals of all', () => {
  const { rows: shown, ...rest } = pageOfGroups(measures, { rows, totalIsFloor: false }, 3, 50)
  expect(shown.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, i) => 101 + i))
  expect(rest).toEqual({ total: 120, totalIsFloor: false, sums: { held: 12 } })
})

it('gives no totals of groups that may be more', () => {
  const many = Array.from({ length: mostGroups }, () => ({ id: 0, held: 1 }))
  expect(pageOfGroups(measures, { rows: many }, 1, 50)).toMatchObject({
    totalIsFloor: true,
    sums: {},
  })
})

it('says that there are more, and gives no totals, where the search was cut', () => {
  const page = pageOfGroups(measures, { rows, totalIsFloor: true }, 1, 50)
  expect(page).toMatchObject({ total: 120, totalIsFloor: true, sums: {} })
})
