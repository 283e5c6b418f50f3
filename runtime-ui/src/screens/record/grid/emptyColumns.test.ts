import { expect, it } from 'vitest'
import type { ColumnMeta } from '../../../data/screen'
import type { Line } from '../recordStore'
import { emptyColumns } from './emptyColumns'

const columns = ['item_id', 'qty', 'unit', 'batch'].map((field): ColumnMeta => ({
  field,
  title: field,
  type: 'text',
}))

function line(values: Record<string, unknown>): Line {
  return { key: '1', values: { id: 1, ...values }, removed: false }
}

it('finds the columns that no line fills; a zero is something', () => {
  const lines = [
    line({ item_id: 7, qty: 0, unit: null }),
    line({ item_id: 8, qty: 0, batch: 'B1' }),
  ]
  expect(emptyColumns(columns, lines).map(({ field }) => field)).toEqual(['unit'])
})

it('keeps every column while there are no lines', () => {
  expect(emptyColumns(columns, [])).toEqual([])
})
