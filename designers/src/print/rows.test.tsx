import { expect, it } from 'vitest'
import type { JsonObject } from '../../../runtime-ui/src/render'
import { emptyPrint, filledPrint, withLines } from './beginning'
import { linesOfForm, rowsOfColumns, rowsOfForm } from './rows'

const word = (en: string) => ({ zh: en, en, es: en })
const table: JsonObject = {
  fields: [
    { key: 'doc_no', type: 'text', title: word('Number') },
    { key: 'owner_id', type: 'reference', title: word('Owner') },
    { key: 'qty', type: 'decimal', title: word('Quantity') },
    { key: 'photo', type: 'image', title: word('Photo') },
  ],
}
const a4 = { width: 210, height: 297 }
const empty = emptyPrint('x_note', word('Note'), 'thing', a4)

it('takes the columns of a list that are shown, with the words that they have there', () => {
  const columns = [
    { key: 'doc_no', title: word('No.') },
    { key: 'owner_id.code' },
    { key: 'qty', hidden: true },
    { key: 'photo' },
    { key: 'updated_at' },
  ]
  expect(rowsOfColumns(columns, table)).toEqual([
    { word: word('No.'), field: 'doc_no' },
    { word: word('Owner'), field: 'owner_id.code' },
  ])
})

it('takes the fields of a form once, each group under its heading', () => {
  const form = {
    essential: ['qty'],
    groups: [
      { key: 'main', fields: [{ key: 'doc_no' }, { key: 'qty' }] },
      { key: 'more', title: word('More'), fields: [{ key: 'owner_id' }] },
    ],
  }
  expect(rowsOfForm(form, table).map(({ field, word }) => field ?? word)).toEqual([
    'qty',
    'doc_no',
    word('More'),
    'owner_id',
  ])
})

it('leaves headings to sheets, and takes no more than a label has room for', () => {
  const size = { width: 60, height: 40 }
  const many = Array.from({ length: 20 }, (_, i) => ({ word: word('Field'), field: `f${i}` }))
  const rows = [{ word: word('More') }, ...many]
  const [body] = filledPrint(emptyPrint('x_tag', word('Tag'), 'thing', size), size, rows)[
    'bands'
  ] as JsonObject[]
  expect(body?.['elements']).toHaveLength(12)
  expect(JSON.stringify(body)).not.toContain('heading')
})

it('puts the lines of a form between body and foot of a sheet, and not on a label', () => {
  const form = {
    lines: [
      {
        key: 'items',
        columns: [{ key: 'doc_no' }, { key: 'qty' }, { key: 'owner_id', visible: 'false' }],
      },
    ],
  }
  const lines = linesOfForm(form, table)
  const sheet = withLines(empty, a4, lines ?? { set: '', columns: [] })
  const bands = sheet['bands'] as JsonObject[]
  expect(sheet['lines']).toBe('items')
  expect(bands.map(({ kind }) => kind)).toEqual(['head', 'body', 'table_head', 'line', 'foot'])
  expect(bands[3]?.['elements']).toMatchObject([
    { key: 'line_doc_no', x: 0, width: 91 },
    { key: 'line_qty', x: 93, width: 91, align: 'right' },
  ])
  expect(withLines(empty, { width: 60, height: 40 }, lines ?? { set: '', columns: [] })).toBe(empty)
})
