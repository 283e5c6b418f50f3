import type { Row } from '../../data/rows'
import { asText, isEmpty } from '../../format/plain'

/** What heads a column: a value of the field that the cards are laid by; null for none. */
export type LaneValue = string | number | null

/** A column of the board, with how many cards of each source lie in it. */
export interface Lane {
  value: LaneValue
  label: string
  counts: Record<string, number> // by source
  total: number
  same?: LaneValue // what a card must agree in to come here
}

/** Groups of a source: rows that hold the value, its label and the count in n. */
export interface Counted {
  source: string
  field: string
  rows: Row[]
}

interface Heads {
  none: string
  labelOf: (value: string | number, label: unknown) => string
  also: { value: string | number; label: string; same?: LaneValue }[] // shown though they hold no card
}

/** The columns of a board: first that of no value, then the others by what heads them. */
export function lanesOf(counted: Counted[], { none, labelOf, also }: Heads): Lane[] {
  const lanes = new Map<LaneValue, Lane>()
  const laneOf = (value: LaneValue, label: string): Lane => {
    const lane = lanes.get(value) ?? { value, label, counts: {}, total: 0 }
    lanes.set(value, lane)
    return lane
  }
  const first = laneOf(null, none)
  for (const { value, label, same } of also) {
    const lane = laneOf(value, label)
    if (same !== undefined) lane.same = same
  }
  for (const { source, field, rows } of counted) {
    for (const row of rows) {
      const value = valueOf(row[field])
      const n = Number(row['n'])
      const lane = laneOf(value, value === null ? none : labelOf(value, row[`${field}__label`]))
      lane.counts[source] = (lane.counts[source] ?? 0) + n
      lane.total += n
    }
  }
  lanes.delete(null)
  const named = [...lanes.values()].sort((a, b) => a.label.localeCompare(b.label))
  return [first, ...named]
}

export function valueOf(value: unknown): LaneValue {
  if (isEmpty(value)) return null
  return typeof value === 'number' ? value : asText(value)
}

/** What a column is told from the others by. */
export function laneName({ value }: Lane): string {
  return `lane:${typeof value}:${String(value)}`
}
