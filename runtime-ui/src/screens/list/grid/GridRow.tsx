import { memo } from 'react'
import type { Row } from '../../../data/rows'
import type { ColumnMeta, Phase } from '../../../data/screen'
import { fieldKits } from '../../../fields/kits'
import { hrefOf } from '../../../page/site'
import { Cell } from '../Cell'
import { RowStep } from '../RowStep'
import { CellEditor } from './CellEditor'
import type { Editing } from './useEditable'

interface GridRowProps {
  id: string // of the grid; cells are named after it
  index: number
  row: Row
  columns: ColumnMeta[]
  phase: Phase | undefined
  linked: string | undefined // base of the record's address; '' for groups, undefined where nothing opens
  select: string | undefined // what its box is called; undefined where none is selected
  selected: boolean
  marked: string // from-to
  cursor: number // -1: elsewhere
  editing: Editing | undefined
  stepped: boolean // it shows the step that leads on
}

/** One row; it is drawn again only when something of it changed. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { id, index, row, columns, phase, linked, select, selected, editing, stepped } = props
  const [from = -1, to = -1] = props.marked === '' ? [] : props.marked.split('-').map(Number)
  return (
    <tr
      aria-rowindex={index + 2}
      data-row={index}
      {...(select !== undefined ? { 'aria-selected': selected } : {})}
      {...(phase === undefined ? {} : { 'data-phase': phase })}
    >
      {select !== undefined && (
        <td className="grid-pick">
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={`${select} ${row._label ?? row.id}`}
            checked={selected}
            readOnly
          />
        </td>
      )}
      {columns.map((column, col) => (
        <td
          key={column.field}
          id={`${id}-${index}-${col}`}
          role="gridcell"
          data-col={col}
          className={cellClass(column, col, col >= from && col <= to, col === props.cursor)}
        >
          {editing?.field === column.field ? (
            <CellEditor row={row} column={column} editing={editing} />
          ) : (
            <Value column={column} row={row} linked={col === 0 ? linked : undefined} />
          )}
        </td>
      ))}
      {stepped ? (
        <td className="grid-step">
          <RowStep row={row} />
        </td>
      ) : (
        <td className="grid-rest" />
      )}
    </tr>
  )
})

function Value(props: { column: ColumnMeta; row: Row; linked: string | undefined }) {
  const { column, row, linked } = props
  const cell = <Cell column={column} row={row} />
  if (linked === undefined) return cell
  if (linked === '') {
    return (
      <button type="button" tabIndex={-1} className="cell-link">
        {cell}
      </button>
    )
  }
  return (
    <a tabIndex={-1} className="cell-link" href={hrefOf(`${linked}/${row.id}`)}>
      {cell}
    </a>
  )
}

function cellClass({ type }: ColumnMeta, col: number, marked: boolean, cursor: boolean): string {
  const first = col === 0 ? 'grid-first ' : ''
  return `${first}align-${fieldKits[type].align}${marked ? ' marked' : ''}${cursor ? ' cursor' : ''}`
}
