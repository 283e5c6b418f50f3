import { describe, expect, it } from 'vitest'
import type { ColumnMeta } from '../../../data/screen'
import { inOrder, isShown, moveTo, plainArrangement, widthOf, withRoom } from './columns'

const columns: ColumnMeta[] = [
  { field: 'code', title: 'Code', type: 'code' },
  { field: 'name', title: 'Name', type: 'text', width: 300 },
  { field: 'note', title: 'Note', type: 'text', hidden: true },
]

describe('columns', () => {
  it('moves one to the place of another', () => {
    expect(moveTo(['a', 'b', 'c'], 'a', 'c')).toEqual(['b', 'c', 'a'])
    expect(moveTo(['a', 'b', 'c'], 'c', 'a')).toEqual(['c', 'a', 'b'])
    expect(moveTo(['a', 'b'], 'x', 'a')).toEqual(['a', 'b'])
  })

  it('disregards fields that are gone and puts new ones at the end', () => {
    const kept = { order: ['gone', 'name'], hidden: ['gone'], widths: {} }
    expect(inOrder(columns, kept).map(({ field }) => field)).toEqual(['name', 'code', 'note'])
    expect(columns.filter((column) => isShown(column, kept)).length).toBe(2)
  })

  it('takes the width of the person before that of the screen', () => {
    const plain = plainArrangement(columns)
    const [code, name] = columns as [ColumnMeta, ColumnMeta]
    expect([widthOf(code, plain, 14), widthOf(name, plain, 14)]).toEqual([140, 300])
    expect(widthOf(name, { ...plain, widths: { name: 90 } }, 14)).toBe(90)
  })

  it('gives larger letters more room, but not where a person chose', () => {
    const plain = plainArrangement(columns)
    const [code, name] = columns as [ColumnMeta, ColumnMeta]
    expect([widthOf(code, plain, 16), widthOf(name, plain, 16)]).toEqual([160, 343])
    expect(widthOf(name, { ...plain, widths: { name: 90 } }, 16)).toBe(90)
  })

  it('gives the longest state room', () => {
    const status: ColumnMeta = { field: 'status', title: 'Status', type: 'enum', width: 110 }
    const option = (label: string) => ({ value: label, label, phase: 'work' as const })
    expect(withRoom(status, [option('New')]).width).toBe(110)
    expect(withRoom(status, [option('New'), option('Being followed up')]).width).toBe(184)
    expect(withRoom(status, [{ value: 'a', label: 'Not a state, and rather long' }])).toBe(status)
  })
})
