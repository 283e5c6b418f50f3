import { describe, expect, it } from 'vitest'
import type { ImportOutcome, RowError } from '../../data/importing'
import { blockOf, editKey, merge, withEdit } from './merge'

const error = (row: number, cell = 0): RowError => ({ row, cell, column: 'A', message: 'wrong' })

function outcome(errors: RowError[], more: Partial<ImportOutcome> = {}): ImportOutcome {
  const rows = [...new Set(errors.map(({ row }) => row))]
  return {
    rows: 10,
    ok: 10 - rows.length,
    failed: rows.length,
    rejected: 0,
    skipped: 0,
    created: 0,
    updated: 0,
    errors,
    more: 0,
    headers: ['A'],
    wrong: rows.map((row) => ({ row, cells: ['x'] })),
    ...more,
  }
}

describe('merge', () => {
  it('takes mended rows out and keeps those that are still wrong', () => {
    const whole = outcome([error(2), error(2, 1), error(3), error(5)])
    const merged = merge(whole, outcome([error(3)], { rows: 2, checked: [2, 3] }))
    expect(merged).toMatchObject({ rows: 10, failed: 2, ok: 8 })
    expect(merged.errors.map(({ row }) => row)).toEqual([3, 5])
    expect(merged.wrong.map(({ row }) => row)).toEqual([3, 5])
  })

  it('counts rejected rows apart', () => {
    const whole = outcome([{ ...error(2), rejected: true }, error(3)], { failed: 1, rejected: 1 })
    const merged = merge(whole, outcome([], { checked: [2] }))
    expect(merged).toMatchObject({ failed: 1, rejected: 0, ok: 9 })
  })

  it('tells of rows that a mended one made wrong', () => {
    const merged = merge(outcome([error(2)]), outcome([error(4)], { checked: [2, 4] }))
    expect(merged).toMatchObject({ failed: 1, ok: 9 })
    expect(merged.wrong.map(({ row }) => row)).toEqual([4])
  })
})

describe('blockOf', () => {
  it.each([
    ['a wrong row where all must be right', outcome([error(2)]), true, 0, 'import.block_all'],
    ['edits that nobody checked', outcome([]), true, 1, 'import.block_unchecked'],
    ['no right row', outcome([error(1)], { ok: 0 }), false, 0, 'import.block_none'],
    ['nothing when each row stands alone', outcome([error(2)]), false, 0, undefined],
    ['nothing when all is right', outcome([]), true, 0, undefined],
  ])('names %s', (_name, report, all, unchecked, want) => {
    expect(blockOf(report, all, unchecked)).toBe(want)
  })
})

describe('withEdit', () => {
  it('keeps the last text of a cell', () => {
    const first = withEdit(new Map(), { row: 2, cell: 1, value: 'a' })
    const second = withEdit(first, { row: 2, cell: 1, value: 'b' })
    expect([...second.values()]).toEqual([{ row: 2, cell: 1, value: 'b' }])
    expect(first.get(editKey(2, 1))?.value).toBe('a')
  })
})
