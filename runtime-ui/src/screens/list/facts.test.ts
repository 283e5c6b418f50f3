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

it('shows a picture beside, not among the words', () => {
  const row = { id: 1, code: 'A', photo: 'f', owner: 'x', place: 'y' }
  const photo = column('photo', { type: 'image' })
  const { picture, rest } = factsOf([column('code'), photo, ...columns.slice(1)], row)
  expect(picture).toBe(photo)
  expect(rest.map(({ field }) => field)).toEqual(['owner', 'place'])
  expect(factsOf([column('code'), photo], { id: 2, code: 'B' }).picture).toBeUndefined()
})

it('shows words where there is no figure', () => {
  const row = { id: 1, code: 'A', owner: 'x', place: 'y' }
  expect(factsOf(columns, row).rest.map(({ field }) => field)).toEqual(['owner', 'place'])
})

it('tells one fact more of a row without a state, as by when it is due', () => {
  const group = [column('who'), column('place'), column('first'), column('orders', { total: true })]
  const row = { id: 1, who: 'SF', place: 'SH1', first: '14:00', orders: 7 }
  expect(factsOf(group, row).rest.map(({ field }) => field)).toEqual(['place', 'first', 'orders'])
})

it('shows what has phases where a row has no state', () => {
  const why = column('why', { type: 'enum', dropdown: 'why' })
  const row = { id: 1, code: 'A', why: 'x', owner: 'y' }
  const { state, rest } = factsOf([column('code'), column('owner'), why], row, (one) => one === why)
  expect(state).toBe(why)
  expect(rest.map(({ field }) => field)).toEqual(['owner'])
})
