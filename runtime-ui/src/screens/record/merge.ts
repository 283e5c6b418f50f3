import type { Row } from '../../data/rows'
import type { Line, RecordState } from './recordStore'

/** A value that two people changed; `set` and `key` name the line of a cell. */
export interface Clash {
  set: string | undefined
  key: string | undefined
  field: string
  mine: Row
  theirs: Row
}

export interface Merged {
  values: Row
  lines: Record<string, Line[]>
  /** Values that both changed; they hold mine until a person chooses. */
  clashes: Clash[]
}

/** Lays what was typed over a newer record; only what both changed is in question. */
export function merge(state: Pick<RecordState, 'base' | 'values' | 'lines'>, theirs: Row): Merged {
  const head = overlay(state.base, state.values, theirs)
  const clashes: Clash[] = head.both.map((field) => ({
    set: undefined,
    key: undefined,
    field,
    mine: state.values,
    theirs,
  }))
  const lines: Record<string, Line[]> = {}
  for (const [set, mine] of Object.entries(state.lines)) {
    const merged = mergeLines(rowsOf(state.base, set), mine, rowsOf(theirs, set))
    lines[set] = merged.lines
    clashes.push(...merged.clashes.map((clash) => ({ ...clash, set })))
  }
  return { values: head.row, lines, clashes }
}

/** Their lines with my changes, without those that they removed, and then the lines that I added. */
function mergeLines(before: Row[], mine: Line[], theirs: Row[]) {
  const clashes: Omit<Clash, 'set'>[] = []
  const stored = theirs.map((row): Line => {
    const line = mine.find(({ values }) => values.id === row.id)
    const old = before.find(({ id }) => id === row.id)
    if (line === undefined || old === undefined) {
      return { key: String(row.id), values: row, removed: false }
    }
    const { row: values, both } = overlay(old, line.values, row)
    for (const field of both) {
      clashes.push({ key: line.key, field, mine: line.values, theirs: row })
    }
    return { ...line, values }
  })
  const added = mine.filter(({ values }) => values.id === 0)
  return { lines: [...stored, ...added], clashes }
}

/** What I changed over what they have; `both` are fields that differ in all three. */
function overlay(base: Row, mine: Row, theirs: Row): { row: Row; both: string[] } {
  const changed = Object.keys(mine).filter((name) => isField(name) && !same(mine[name], base[name]))
  const row = { ...theirs }
  for (const name of changed) {
    row[name] = mine[name]
    row[`${name}__label`] = mine[`${name}__label`]
  }
  const both = changed.filter(
    (name) => !same(theirs[name], base[name]) && !same(theirs[name], mine[name]),
  )
  return { row, both }
}

/** Lists and objects are new ones with every answer. */
function same(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b))
}

/** Members that people give; not words beside values, marks of the server, or line sets. */
function isField(name: string): boolean {
  return !name.includes('__') && !name.startsWith('_') && name !== 'id' && name !== 'version'
}

function rowsOf(record: Row, set: string): Row[] {
  return (record[set] ?? []) as Row[]
}
