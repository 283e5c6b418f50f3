import { expect, it } from 'vitest'
import type { FieldMeta } from '../../../data/screen'
import type { Line } from '../recordStore'
import { fillOf, lineOf } from './scanned'

const fields: FieldMeta[] = [
  { key: 'item_id', type: 'reference', title: 'Item' },
  { key: 'count', type: 'decimal', title: 'Count', elements: ['37', '30'] },
  { key: 'batch', type: 'text', title: 'Batch', elements: ['10'] },
  { key: 'until', type: 'date', title: 'Until', elements: ['17', '15'] },
]
const grid = { set: 'lines', title: 'Lines', table: 'line', columns: [], scan: 'item_id' }
const meant = { table: 'item', id: 7, label: 'I-7' }

function line(key: string, values: Record<string, unknown>): Line {
  return { key, values: { id: 0, item_id: 7, ...values }, removed: false }
}

it('counts the pieces of a pack, and as many packs as the code says', () => {
  expect(fillOf({ ...meant, counts: 12 }, undefined, fields, 'count').pieces).toBe(12)
  expect(fillOf({ ...meant, counts: 12 }, { '37': '3' }, fields, 'count')).toEqual({
    value: 7,
    label: 'I-7',
    said: {},
    pieces: 36,
  })
})

it('fills in what the elements say', () => {
  const elements = { '10': 'B1', '15': '2027-03-31', '21': 'S' }
  expect(fillOf(meant, elements, fields, 'count').said).toEqual({
    batch: 'B1',
    until: '2027-03-31',
  })
})

it('adds to the line of the same batch, and to none of another or of none', () => {
  const lines = [line('plain', {}), line('B2', { batch: 'B2' }), line('B1', { batch: 'B1' })]
  const fill = fillOf(meant, { '10': 'B1', '17': '2027-03-31' }, fields, 'count')
  expect(lineOf(lines, grid, fill)?.key).toBe('B1')
  expect(lineOf(lines.slice(0, 2), grid, fill)).toBeUndefined()
  expect(lineOf(lines, grid, { ...fill, said: {} })?.key).toBe('plain')
  expect(lineOf(lines, grid, { ...fill, value: 8 })).toBeUndefined()
})
