import type { Row } from '../../data/rows'
import type { NamedRecord } from '../kit'

/** The ids of a list of references; none when it is empty. */
export function idsOf(value: unknown): number[] {
  return Array.isArray(value) ? value.map(Number) : []
}

/** The words that came along with a list of references. */
export function namedOf(label: unknown): NamedRecord[] {
  return Array.isArray(label) ? (label as NamedRecord[]) : []
}

/** The records of a list as people call them; one that may not be looked up is its number. */
export function namesOf(value: unknown, label: unknown): string[] {
  const known = new Map(namedOf(label).map(({ id, _label }) => [id, _label]))
  return idsOf(value).map((id) => known.get(id) ?? String(id))
}

/** The names of a field of a row. */
export function namesIn(row: Row, name: string): string[] {
  return namesOf(row[name], row[`${name}__label`])
}
