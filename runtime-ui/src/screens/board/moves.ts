import type { BoardColumnMeta } from '../../data/screen'
import type { Row } from '../../data/rows'
import { valueOf, type Lane } from './lanes'

/** The act by which a card comes to a column. */
export interface Move {
  name: string
  params: Record<string, unknown>
}

/** How a card comes to a column; undefined where it lies there, or may not. */
export function moveTo(
  column: BoardColumnMeta | undefined,
  row: Row,
  { value: to, same }: Pick<Lane, 'value' | 'same'>,
): Move | undefined {
  if (column === undefined || valueOf(row[column.field]) === to) return undefined
  const name = to === null ? column.back : column.action
  if (name === undefined || row._can?.includes(name) !== true) return undefined
  const own = column.same === undefined ? undefined : valueOf(row[column.same])
  if (same !== undefined && own !== undefined && same !== own) return undefined
  if (to === null || column.param === undefined) return { name, params: {} }
  return { name, params: { [column.param]: to } }
}
