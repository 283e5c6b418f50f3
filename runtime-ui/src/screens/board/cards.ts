import type { Row } from '../../data/rows'

/** A record on the board. */
export interface Card {
  source: string
  row: Row
}

/** What is here of a source, in its order; more tells that others come behind. */
export interface Run {
  source: string
  sort: string[] // fields, with - for descending
  rows: Row[]
  more: boolean
}

/**
 * The cards of a column in one order. What comes behind the last one of a source that has more is
 * not shown yet, since a card of that source may belong before it.
 */
export function merged(runs: Run[]): Card[] {
  const all = runs.flatMap(({ source, sort, rows }) =>
    rows.map((row) => ({ source, row, keys: keysOf(sort, row) })),
  )
  const downs = (runs[0]?.sort ?? []).map((sort) => sort.startsWith('-'))
  const order = (a: Keyed, b: Keyed) => compared(a.keys, b.keys, downs)
  const ends = runs.flatMap(({ sort, rows, more }) => {
    const last = rows.at(-1)
    return more && last !== undefined ? [{ keys: keysOf(sort, last) }] : []
  })
  return all
    .filter((card) => ends.every((end) => order(card, end) <= 0))
    .sort(order)
    .map(({ source, row }) => ({ source, row }))
}

interface Keyed {
  keys: unknown[]
}

function keysOf(sort: string[], row: Row): unknown[] {
  return sort.map((field) => row[field.replace(/^-/, '')])
}

/** As the server sorts: no value is behind all others, before them where the order descends. */
function compared(a: unknown[], b: unknown[], downs: boolean[]): number {
  for (const [i, down] of downs.entries()) {
    const step = comparedValues(a[i], b[i])
    if (step !== 0) return down ? -step : step
  }
  return 0
}

function comparedValues(a: unknown, b: unknown): number {
  const [none, other] = [a ?? null, b ?? null]
  if (none === null || other === null) return Number(none === null) - Number(other === null)
  const [x, y] = [rankOf(none), rankOf(other)]
  if (x === y) return 0
  return x < y ? -1 : 1
}

/** Moments of different zones compare by when they are. */
function rankOf(value: unknown): number | string {
  if (typeof value === 'number') return value
  const text = String(value)
  return /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : text
}
