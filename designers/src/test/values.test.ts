import { expect, it } from 'vitest'
import { textOf, valueOf } from './values'

it.each([
  ['@order', { given: 'order' }],
  ['@order.doc_no', { given: 'order', field: 'doc_no' }],
  ['T-SAW', 'T-SAW'],
  ['12.5', 12.5],
  ['"12.5"', '12.5'],
  ['true', true],
  ['null', null],
  ['[{"qty":2}]', [{ qty: 2 }]],
  ['2026-01-31', '2026-01-31'],
  ['"@order"', '@order'],
])('%s is kept so that it comes back', (text, value) => {
  expect(valueOf(text)).toEqual(value)
  expect(textOf(value)).toBe(text)
})

it('is a text while it is no JSON yet', () => {
  expect(valueOf('[{"qty"')).toBe('[{"qty"')
})
