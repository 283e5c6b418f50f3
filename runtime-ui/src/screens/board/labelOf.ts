import type { Row } from '../../data/rows'

/** What people call a record. */
export function labelOf(row: Row): string {
  return row._label ?? String(row.id)
}
