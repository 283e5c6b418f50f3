import { expect, it } from 'vitest'
import { blockOf, step } from './range'

const size = { row: 100, col: 5 }

it.each([
  ['ArrowDown', false, { row: 11, col: 2 }],
  ['ArrowDown', true, { row: 99, col: 2 }],
  ['ArrowLeft', true, { row: 10, col: 0 }],
  ['Home', true, { row: 0, col: 0 }],
  ['End', false, { row: 10, col: 4 }],
  ['PageUp', false, { row: 0, col: 2 }],
  ['x', false, undefined],
])('%s leads on (far: %s)', (key, far, to) => {
  expect(step({ row: 10, col: 2 }, key, far, size, 20)).toEqual(to)
})

it('covers the cells between both ends, whichever came first', () => {
  expect(blockOf({ anchor: { row: 4, col: 3 }, at: { row: 2, col: 5 } })).toEqual({
    top: 2,
    bottom: 4,
    left: 3,
    right: 5,
  })
})
