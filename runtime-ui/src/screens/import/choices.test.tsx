import { expect, it } from 'vitest'
import { choicesOf, listOf, withChoice } from './choices'

it('gives a field to one column only', () => {
  const first = withChoice(new Map([[3, '']]), 0, 'code')
  expect(listOf(withChoice(first, 1, 'code'))).toEqual([
    { cell: 3, field: '' },
    { cell: 1, field: 'code' },
  ])
})

it('goes on with what was learned', () => {
  const learned = [{ cell: 2, field: 'code' }]
  expect(listOf(withChoice(choicesOf(learned), 0, 'name'))).toEqual([
    { cell: 2, field: 'code' },
    { cell: 0, field: 'name' },
  ])
})
