import { use, useDeferredValue, useEffect, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../../data/rows'
import type { ColumnMeta, ListMeta, Option, Phase } from '../../../data/screen'
import { DropdownContext } from '../../../fields/words'
import { usePage } from '../../../page/page'
import type { ListState } from '../useListScreen'
import { GridRow } from './GridRow'
import { blockOf, type Block, type Mark } from './range'
import type { Grid } from './useGrid'
import { useWindow } from './useWindow'

interface BodyProps {
  id: string
  list: ListMeta
  state: ListState
  scroller: RefObject<HTMLElement | null>
  grid: Grid
  open: ((row: Row) => void) | undefined
}

/** The rows near the view; what is above and below is only height. */
export function Body({ id, list, state, scroller, grid, open }: BodyProps) {
  const view = useWindow(scroller, state.expected)
  const { t } = useTranslation()
  const { base } = usePage()
  const rows = useDeferredValue(state.rows) // an answer is drawn in slices, like what one scrolls to
  const phaseOf = usePhase(state.columns.all)
  const { shown } = state.columns
  const block = grid.mark === undefined ? undefined : blockOf(grid.mark)
  const linked = open === undefined ? undefined : list.group.length > 0 ? '' : base
  const width = shown.length + (grid.selectable ? 2 : 1)
  const { lookAt } = state
  useEffect(() => {
    lookAt(view.from)
  })
  if (state.first) return <Waiting columns={width} />
  return (
    <tbody>
      <Space height={view.above} />
      {rows.slice(view.from, view.to).map((row, i) => (
        <GridRow
          key={row.id}
          id={id}
          index={view.from + i}
          row={row}
          columns={shown}
          phase={phaseOf(row)}
          linked={linked}
          select={grid.selectable ? t('list.select_row') : undefined}
          selected={state.isSelected(row.id)}
          marked={columnsIn(block, view.from + i)}
          cursor={cursorIn(grid.mark, view.from + i)}
          editing={grid.editing?.id === row.id ? grid.editing : undefined}
          stepped={list.next !== undefined}
        />
      ))}
      <WaitingRows from={Math.max(view.from, rows.length)} to={view.to} columns={width} />
      <Space height={view.below} />
    </tbody>
  )
}

function Space({ height }: { height: number }) {
  return height > 0 ? <tr aria-hidden="true" style={{ height }} /> : null
}

const waitingRows = 12

/** The frame while the first rows are on their way. */
function Waiting({ columns }: { columns: number }) {
  return (
    <tbody aria-hidden="true">
      <WaitingRows from={0} to={waitingRows} columns={columns} />
    </tbody>
  )
}

/** Rows that are on their way. */
function WaitingRows({ from, to, columns }: { from: number; to: number; columns: number }) {
  return Array.from({ length: Math.max(0, to - from) }, (_, i) => (
    <tr key={`waiting-${from + i}`} aria-hidden="true">
      {Array.from({ length: columns }, (__, col) => (
        <td key={col}>
          <span className="grid-waiting" />
        </td>
      ))}
    </tr>
  ))
}

/** Which columns of a row are marked, as `from-to`: a text, so that rows can be compared. */
function columnsIn(block: Block | undefined, row: number): string {
  if (block === undefined || row < block.top || row > block.bottom) return ''
  return `${block.left}-${block.right}`
}

function cursorIn(mark: Mark | undefined, row: number): number {
  return mark?.at.row === row ? mark.at.col : -1
}

/** The phase of a row, by the first of its columns that has phases. */
function usePhase(columns: ColumnMeta[]): (row: Row) => Phase | undefined {
  const dropdowns = use(DropdownContext)
  const optionsOf = ({ dropdown = '' }: ColumnMeta): Option[] => dropdowns[dropdown] ?? []
  const state = columns.find((column) => optionsOf(column).some(({ phase }) => phase !== undefined))
  if (state === undefined) return () => undefined
  const phases = new Map(optionsOf(state).map(({ value, phase }) => [value, phase]))
  return (row) => phases.get(row[state.field] as string)
}
