import type { Row } from '../../data/rows'
import type { ColumnMeta } from '../../data/screen'
import { Cell } from './Cell'
import { isNumeric, sumOf } from './grid/sums'

const mostSums = 4 // columns

/** What the figures of some rows add up to. */
export function Sums({ columns, rows }: { columns: ColumnMeta[]; rows: Row[] }) {
  const sums = columns
    .filter(isNumeric)
    .map((column) => ({ column, sum: sumOf(rows, column) }))
    .filter(({ sum }) => sum !== undefined)
  return sums.slice(0, mostSums).map(({ column, sum }) => (
    <span key={column.field} className="picked-sum">
      <span className="quiet">{column.title}</span>{' '}
      <Cell column={column} row={{ id: 0, [column.field]: sum }} />
    </span>
  ))
}
