import type { Row } from '../../data/rows'
import type { ColumnMeta } from '../../data/screen'
import { fieldKits } from '../../fields/kits'

/** One value of a row, drawn by the kit of its type. */
export function Cell({ column, row }: { column: ColumnMeta; row: Row }) {
  const kit = fieldKits[column.type]
  const cell = <kit.Cell value={row[column.field]} field={column} row={row} name={column.field} />
  return column.mono === true ? <span className="mono">{cell}</span> : cell
}
