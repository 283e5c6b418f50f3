import type { ColumnMeta } from '../../../data/screen'
import { isEmpty } from '../../../format/plain'
import type { Line } from '../recordStore'

/** The columns that no line fills: where room is short they are folded away. */
export function emptyColumns(columns: ColumnMeta[], lines: Line[]): ColumnMeta[] {
  if (lines.length === 0) return []
  return columns.filter(({ field }) => lines.every(({ values }) => isEmpty(values[field])))
}
