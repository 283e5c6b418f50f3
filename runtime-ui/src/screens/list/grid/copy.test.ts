import { expect, it } from 'vitest'
import type { ColumnMeta } from '../../../data/screen'
import type { Words } from '../../../fields/kit'
import { asTable } from './copy'
import { sumOf } from './sums'

const words: Words = {
  language: 'en',
  option: () => ({ value: 'draft', label: 'Draft' }),
  yes: 'Yes',
  no: 'No',
  say: (key) => key,
}
const amount: ColumnMeta = { field: 'amount', title: 'Amount', type: 'money', scale: 2 }
const columns: ColumnMeta[] = [
  { field: 'code', title: 'Code', type: 'code' },
  { field: 'status', title: 'Status', type: 'enum', dropdown: 'd' },
  { field: 'customer_id', title: 'Customer', type: 'reference', to: 'customer' },
  amount,
]

it('writes words for states and records, bare figures, and quotes what would break a line', () => {
  const rows = [
    {
      id: 1,
      code: 'a\t"b"',
      status: 'draft',
      customer_id: 5,
      customer_id__label: 'Ann',
      amount: 1234.5,
    },
    { id: 2, code: '007', status: 'draft', customer_id: null, amount: null },
  ]
  expect(asTable(rows, columns, words)).toBe('"a\t""b"""\tDraft\tAnn\t1234.5\n007\tDraft\t\t')
})

it('adds up to the last digit', () => {
  const rows = [{ amount: 0.1 }, { amount: 0.2 }, { amount: null }].map((row, id) => ({
    id,
    ...row,
  }))
  expect(sumOf(rows, amount)).toBe(0.3)
  expect(sumOf([{ id: 1 }], amount)).toBeUndefined()
})
