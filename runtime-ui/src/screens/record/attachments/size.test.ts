import { expect, it } from 'vitest'
import { sizeText } from './size'

it.each([
  [0, '0 byte'],
  [999, '999 byte'],
  [1_000, '1 kB'],
  [1_549, '1.5 kB'],
  [33_554_432, '34 MB'],
  [2_000_000_000, '2 GB'],
])('says of %d bytes %s', (bytes, text) => {
  expect(sizeText(bytes, 'en')).toBe(text)
})
