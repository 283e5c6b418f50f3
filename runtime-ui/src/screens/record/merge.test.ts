import { expect, it } from 'vitest'
import { merge } from './merge'

const base = {
  id: 1,
  version: 1,
  note: 'old',
  ref: 'R',
  lines: [
    { id: 11, qty: 1 },
    { id: 12, qty: 2 },
  ],
}
const line = (id: number, qty: number) => ({
  key: String(id),
  values: { id, qty },
  removed: false,
})

it('keeps what only one of both changed, and asks about the rest', () => {
  const mine = { ...base, note: 'mine' }
  const state = { base, values: mine, lines: { lines: [line(11, 5), line(12, 2), line(0, 9)] } }
  const theirs = {
    ...base,
    version: 2,
    note: 'theirs',
    ref: 'S',
    lines: [
      { id: 11, qty: 6 },
      { id: 13, qty: 3 },
    ],
  }
  const merged = merge(state, theirs)
  expect(merged.values).toMatchObject({ version: 2, note: 'mine', ref: 'S' })
  expect(merged.lines['lines']?.map(({ values }) => [values.id, values['qty']])).toEqual([
    [11, 5],
    [13, 3],
    [0, 9],
  ])
  expect(merged.clashes.map(({ set, key, field }) => [set, key, field])).toEqual([
    [undefined, undefined, 'note'],
    ['lines', '11', 'qty'],
  ])
})

it('asks nothing when both made the same change', () => {
  const mine = { ...base, note: 'same' }
  const { clashes } = merge({ base, values: mine, lines: {} }, { ...mine, version: 2 })
  expect(clashes).toEqual([])
})
