import { expect, it } from 'vitest'
import { isInText, namingAt } from './chain'

it.each([
  ['ro', { chain: '', from: 0, word: 'ro' }],
  ['row.', { chain: 'row', from: 4, word: '' }],
  ['a > 1 and row.customer_id.na', { chain: 'row.customer_id', from: 26, word: 'na' }],
  ['any(lines, .q', { chain: 'lines[0]', from: 12, word: 'q' }],
  ['any(lines, .product_id.', { chain: 'lines[0].product_id', from: 23, word: '' }],
  ['sum(lines, max(.qty, #.', { chain: 'lines[0]', from: 23, word: '' }],
  ["row.status == 'new' and row.", { chain: 'row', from: 28, word: '' }],
])('%s asks for what may follow', (before, naming) => {
  expect(namingAt(before)).toEqual(naming)
})

it.each(["row.status == 'ne", '1.', '.', 'len(row.note).'])('%s asks for nothing', (before) => {
  expect(namingAt(before)).toBeUndefined()
})

it('knows where a text ends', () => {
  expect(isInText("'a' + 'b")).toBe(true)
  expect(isInText('"it\'s" + ')).toBe(false)
})
