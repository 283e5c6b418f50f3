import { expect, it } from 'vitest'
import { lanesOf, valueOf } from './lanes'

const heads = { none: 'Pool', labelOf: (_: unknown, label: unknown) => String(label), also: [] }

it('puts the column of no value first and adds up the sources', () => {
  const lanes = lanesOf(
    [
      {
        source: 'picks',
        field: 'picker_id',
        rows: [
          { id: 0, picker_id: 2, picker_id__label: 'Zoe', n: 3 },
          { id: 0, picker_id: null, n: 5 },
        ],
      },
      {
        source: 'counts',
        field: 'counter_id',
        rows: [
          { id: 0, counter_id: 2, counter_id__label: 'Zoe', n: 1 },
          { id: 0, counter_id: 7, counter_id__label: 'Ann', n: 2 },
        ],
      },
    ],
    heads,
  )
  expect(lanes).toEqual([
    { value: null, label: 'Pool', counts: { picks: 5 }, total: 5 },
    { value: 7, label: 'Ann', counts: { counts: 2 }, total: 2 },
    { value: 2, label: 'Zoe', counts: { picks: 3, counts: 1 }, total: 4 },
  ])
})

it('shows columns that hold no card, and that of no value in any case', () => {
  const lanes = lanesOf([], { ...heads, also: [{ value: 4, label: 'Idle' }] })
  expect(lanes.map(({ label, total }) => [label, total])).toEqual([
    ['Pool', 0],
    ['Idle', 0],
  ])
})

it('takes nothing, null and an empty text for no value', () => {
  expect([undefined, null, '', 0, 'a'].map(valueOf)).toEqual([null, null, null, 0, 'a'])
})
