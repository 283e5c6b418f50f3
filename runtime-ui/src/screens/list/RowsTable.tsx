import { DndContext } from '@dnd-kit/core'
import { useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../data/rows'
import type { ListMeta } from '../../data/screen'
import type { Actions } from '../action/useActions'
import { usePage } from '../../page/page'
import { Body } from './grid/Body'
import { Foot } from './grid/Foot'
import { Head } from './grid/Head'
import { Marked } from './grid/Marked'
import { useColumnDrag } from './grid/useColumnDrag'
import { useGrid } from './grid/useGrid'
import { NoRows } from './NoRows'
import { useDrill } from './useDrill'
import type { ListState } from './useListScreen'
import './grid/grid.css'

export interface RowsProps {
  list: ListMeta
  state: ListState
  actions: Actions
}

/** The rows of a list on a wide screen: a grid for mouse and keyboard. */
export function RowsTable({ list, state }: RowsProps) {
  const { t } = useTranslation()
  const id = useId()
  const open = useOpener(list)
  const scroller = useRef<HTMLDivElement>(null)
  const grid = useGrid({ list, state, scroller, open })
  const drag = useColumnDrag(state.columns)
  const { shown, width } = state.columns
  const cursor = grid.mark?.at
  return (
    <>
      <div className="list-rows" ref={scroller} aria-busy={state.loading}>
        <DndContext {...drag}>
          <table
            className="grid"
            role="grid"
            tabIndex={0}
            aria-label={t('list.rows')}
            aria-rowcount={state.expected + 1}
            aria-multiselectable={grid.selectable}
            {...(cursor === undefined
              ? {}
              : { 'aria-activedescendant': `${id}-${cursor.row}-${cursor.col}` })}
            {...grid.handlers}
          >
            <colgroup>
              {grid.selectable && <col className="grid-pick" />}
              {shown.map((column) => (
                <col key={column.field} style={{ width: width(column) }} />
              ))}
              <col {...(list.next === undefined ? {} : { className: 'grid-steps' })} />
            </colgroup>
            <Head list={list} state={state} grid={grid} />
            <Body id={id} list={list} state={state} scroller={scroller} grid={grid} open={open} />
            {state.rows.length > 0 && Object.keys(state.sums).length > 0 && (
              <Foot state={state} grid={grid} />
            )}
          </table>
        </DndContext>
        {!state.first && state.rows.length === 0 && state.error === null && (
          <NoRows list={list} state={state} />
        )}
      </div>
      <Marked state={state} mark={grid.mark} />
    </>
  )
}

/** What opens a row: its record, or the rows of a group. */
export function useOpener(list: ListMeta): ((row: Row) => void) | undefined {
  const page = usePage()
  const drill = useDrill(list)
  if (list.group.length > 0) return drill
  if (list.open === 'none') return undefined
  return (row) => {
    page.open(`${page.base}/${row.id}`)
  }
}
