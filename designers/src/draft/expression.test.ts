import { expect, it } from 'vitest'
import { expressionOf, sourceOf } from './expression'

it.each([
  ["'new'", { is: 'new' }],
  [`"it's"`, { is: "it's" }],
  ["row.status == 'new'", "row.status == 'new'"],
  ["'a' + 'b'", "'a' + 'b'"],
  ["'ne", "'ne"],
  ['5', '5'],
])('%s is kept so that it comes back', (source, value) => {
  expect(expressionOf(source)).toEqual(value)
  expect(sourceOf(value)).toBe(source)
})

it('is nothing when nothing is typed', () => {
  expect(expressionOf('')).toBeUndefined()
  expect(sourceOf(undefined)).toBe('')
})
