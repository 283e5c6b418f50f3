import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { abbreviated, byteLength, isNumber } from './figures'

/** The cases that the server is held to as well. */
const cases = JSON.parse(
  readFileSync(
    resolve(import.meta.dirname, '../../../engine/catalog/testdata/figures.json'),
    'utf8',
  ),
) as {
  numbers: { accepted: string[]; refused: string[] }
  byte_lengths: Record<string, number>
}

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

it.each(cases.numbers.accepted)('takes "%s" for a number', (text) => {
  expect(isNumber(text)).toBe(true)
})

it.each(cases.numbers.refused)('does not take "%s" for a number', (text) => {
  expect(isNumber(text)).toBe(false)
})

it.each(Object.entries(cases.byte_lengths))('counts "%s" as %d', (text, length) => {
  expect(byteLength(text)).toBe(length)
})
