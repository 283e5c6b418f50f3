import { expect, it } from 'vitest'
import { abbreviated, byteLength, isNumber } from './figures'

it.each([
  [0, '0'],
  [999, '999'],
  [1000, '1k'],
  [1049, '1k'],
  [1050, '1.1k'],
  [1_500_000, '1.5M'],
  [999_949, '999.9k'],
  [999_950, '1M'],
  [1e9, '1G'],
  [1e12, '1T'],
  [1e15, '1P'],
  [1e18, '1E'],
  [2.5e21, '2500E'],
  [-1500, '-1.5k'],
  [12.5, '12.5'],
])('abbreviates %d as %s', (value, text) => {
  expect(abbreviated(value)).toBe(text)
})

it.each(['0', '12', '12.5', '0.0', '-1', '-0.5'])('takes %s for a number', (text) => {
  expect(isNumber(text)).toBe(true)
})

it.each(['-0', '-0.0', '', ' ', 'abc', '1e3', '+1', '1.', '.5', '1,000', '１'])(
  'does not take "%s" for a number',
  (text) => {
    expect(isNumber(text)).toBe(false)
  },
)

it.each([
  ['ab', 1],
  ['中文', 2],
  ['中文ab', 3],
  ['a', 0.5],
  ['ñ', 1],
  ['', 0],
])('counts %s as %d', (text, length) => {
  expect(byteLength(text)).toBe(length)
})
