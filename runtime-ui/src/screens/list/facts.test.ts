import { expect, it } from 'vitest'
import type { ColumnMeta } from '../../data/screen'
import { factsOf } from './facts'

const column = (field: string, own: Partial<ColumnMeta> = {}): ColumnMeta => ({
  field,
  title: field,
  type: 'text',
  ...own,
})

const columns = [
  column('code'),
  column('order_id.status', { type: 'enum' }),
  column('empty'),
  column('owner'),
  column('place'),
  column('held', { type: 'integer', total: true }),
]

it('keeps the figure that has a total, and the state of whatever the row belongs to', () => {
  const row = { id: 1, code: 'A', owner: 'x', place: 'y', held: 5 }
  const { title, state, rest } = factsOf(columns, row)
  expect([title?.field, state?.field]).toEqual(['code', 'order_id.status'])
  expect(rest.map(({ field }) => field)).toEqual(['owner', 'held'])
})

it('shows words where there is no figure', () => {
  const row = { id: 1, code: 'A', owner: 'x', place: 'y' }
  expect(factsOf(columns, row).rest.map(({ field }) => field)).toEqual(['owner', 'place'])
})
