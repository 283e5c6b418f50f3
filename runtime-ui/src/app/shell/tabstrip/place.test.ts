import { expect, it } from 'vitest'
import { leftInside } from './place'

it.each([
  ['at the pointer', 300, 300],
  ['not beyond the right border', 990, 840],
  ['not before the left border', -5, 0],
])('stands %s', (_name, pointer, left) => {
  expect(leftInside(pointer, 160, 1000)).toBe(left)
})

it('begins at the left border of a bar that is too narrow for it', () => {
  expect(leftInside(80, 160, 100)).toBe(0)
})
