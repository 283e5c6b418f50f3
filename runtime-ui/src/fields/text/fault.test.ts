import { expect, it } from 'vitest'
import type { FieldShape } from '../kit'
import { textFault } from './fault'

const field: FieldShape = { type: 'text', title: 'Short name', max_length: 3 }

it.each([
  ['characters fit', {}, '中文名', undefined],
  ['a character beyond the base plane is one', {}, '😀😀😀', undefined],
  ['too many characters', {}, 'abcd', { key: 'ui.too_long', params: { max: 3 } }],
  ['twice as many ASCII characters fit in bytes', { max_length_in: 'bytes' }, 'abcdef', undefined],
  [
    'too many bytes',
    { max_length_in: 'bytes' },
    '中文名a',
    { key: 'field.too_wide', params: { field: 'Short name', max: 3, length: 3.5 } },
  ],
  ['a number', { format: 'number' }, '-05', undefined],
  ['white space around it is cut off', { format: 'number' }, ' 1 ', undefined],
  [
    'no number',
    { format: 'number' },
    '1e3',
    { key: 'field.bad_number', params: { field: 'Short name' } },
  ],
  ['nothing', { format: 'number' }, '', undefined],
] as const)('%s', (_, more, value, fault) => {
  expect(textFault({ ...field, ...more }, value)).toEqual(fault)
})
