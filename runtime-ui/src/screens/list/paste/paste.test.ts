import { expect, it } from 'vitest'
import { mostValues, readPasted } from './paste'

it('reads a column of a spreadsheet, each value once', () => {
  expect(readPasted('A-1\r\nA-2\r\n A-1 \r\n\r\n007\r\n')).toEqual({
    values: ['A-1', 'A-2', '007'],
    left: 0,
  })
})

it('leaves a single value to the field', () => {
  expect(readPasted('A 1, or so\n')).toBeUndefined()
})

it('takes no more than one filter holds, and tells how many are left', () => {
  const codes = Array.from({ length: mostValues + 7 }, (_, i) => `C${i}`)
  const pasted = readPasted(codes.join('\n'))
  expect([pasted?.values.length, pasted?.left]).toEqual([mostValues, 7])
})
