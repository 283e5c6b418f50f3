import type { BoardColumnMeta } from '../../data/screen'
import type { Row } from '../../data/rows'
import { valueOf, type LaneValue } from './lanes'

/** The act by which a card comes to a column. */
export interface Move {
  name: string
  params: Record<string, unknown>
}

/** How a card comes to a column; undefined where it lies there, or may not. */
export function moveTo(
  column: BoardColumnMeta | undefined,
  row: Row,
  to: LaneValue,
): Move | undefined {
  if (column === undefined || valueOf(row[column.field]) === to) return undefined
  const name = to === null ? column.back : column.action
  if (name === undefined || row._can?.includes(name) !== true) return undefined
  if (to === null || column.param === undefined) return { name, params: {} }
  return { name, params: { [column.param]: to } }
}
