import { expect, it } from 'vitest'
import { namesIn, namesOf } from './named'

it('calls records by their words, and by number where there are none', () => {
  const row = { id: 1, brand_ids: [7, 9], brand_ids__label: [{ id: 9, _label: 'Moon' }] }
  expect(namesIn(row, 'brand_ids')).toEqual(['7', 'Moon'])
})

it.each([null, undefined, ''])('names nothing for %s', (value) => {
  expect(namesOf(value, undefined)).toEqual([])
})
