import { expect, it } from 'vitest'
import { elementOf, filled } from './elements'

const title = { zh: '注', en: 'Note', es: 'Nota' }
const elements = { note: { type: 'text', title, max_length: 40 } }
const table = {
  kind: 'table',
  key: 'visit',
  title,
  fields: [
    { key: 'note', element: 'note', max_length: 80 },
    { key: 'no', type: 'integer', title },
  ],
}

it('gives fields what their element says and they do not', () => {
  const { fields } = filled(elements, 'table', table)
  expect(fields).toEqual([
    { key: 'note', element: 'note', type: 'text', title, max_length: 80 },
    { key: 'no', type: 'integer', title },
  ])
  expect(elementOf(elements, table.fields[0])).toBe(elements.note)
  expect(elementOf(elements, table.fields[1])).toBeUndefined()
})
