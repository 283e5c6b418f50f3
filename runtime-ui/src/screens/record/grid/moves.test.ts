import { describe, expect, it } from 'vitest'
import { below, beside, firstOf, type Ground } from './moves'

/** Two columns that can be typed into; in line b only the second one. */
const ground: Ground = {
  keys: ['a', 'b', 'c'],
  fields: ['no', 'item', 'qty'],
  isOpen: ({ key, field }) => field === 'qty' || (field === 'item' && key !== 'b'),
}

describe('moves in a line grid', () => {
  it('go down and up in a column, past cells that are closed', () => {
    expect(below(ground, { key: 'a', field: 'item' }, 1)).toEqual({ key: 'c', field: 'item' })
    expect(below(ground, { key: 'c', field: 'item' }, -1)).toEqual({ key: 'a', field: 'item' })
    expect(below(ground, { key: 'c', field: 'qty' }, 1)).toBeUndefined()
  })

  it('go on to the next row and back', () => {
    expect(beside(ground, { key: 'a', field: 'qty' }, 1)).toEqual({ key: 'b', field: 'qty' })
    expect(beside(ground, { key: 'b', field: 'qty' }, -1)).toEqual({ key: 'a', field: 'qty' })
    expect(beside(ground, { key: 'a', field: 'item' }, -1)).toBeUndefined()
    expect(beside(ground, { key: 'c', field: 'qty' }, 1)).toBeUndefined()
  })

  it('begin at the first open cell', () => {
    expect(firstOf(ground, 'b')).toEqual({ key: 'b', field: 'qty' })
  })
})
