import { useState, type KeyboardEvent, type MouseEvent, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../../data/rows'
import type { ColumnMeta, ListMeta } from '../../../data/screen'
import { useWords } from '../../../fields/words'
import type { ListState } from '../useListScreen'
import { asTable } from './copy'
import { fittingWidth } from './fit'
import { blockOf, step, type Mark, type Place } from './range'
import { useCopy } from './useCopy'
import { useEditable } from './useEditable'
import { useRowChoice } from './useRowChoice'
import { rowHeight } from './useWindow'

interface GridParts {
  list: ListMeta
  state: ListState
  scroller: RefObject<HTMLElement | null>
  open: ((row: Row) => void) | undefined
}

/** What mouse and keyboard do in the rows: mark, select, open, copy, edit. */
export function useGrid({ list, state, scroller, open }: GridParts) {
  const { t } = useTranslation()
  const words = useWords()
  const copy = useCopy()
  const [mark, setMark] = useState<Mark>()
  const { rows, columns } = state
  const choice = useRowChoice(list, state)
  const editable = useEditable(list, state, setMark)
  const size = { row: rows.length, col: columns.shown.length }

  function go(to: Place, extend: boolean) {
    setMark((old) => ({ anchor: extend && old !== undefined ? old.anchor : to, at: to }))
    bringIntoView(scroller.current, to)
  }
  function copyCells(some: Row[], fields: ColumnMeta[]) {
    const n = some.length * fields.length
    void copy(asTable(some, fields, words), t('list.copied', { n }))
  }
  function copyMark() {
    if (mark === undefined) return
    const { top, bottom, left, right } = blockOf(mark)
    copyCells(rows.slice(top, bottom + 1), columns.shown.slice(left, right + 1))
  }

  function openOrStep(row: Row, table: HTMLElement) {
    if (open !== undefined) open(row)
    else table.querySelector<HTMLElement>(`[data-row='${rows.indexOf(row)}'] .row-step`)?.focus()
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (isElsewhere(event)) return
    const ctrl = event.ctrlKey || event.metaKey
    const at = mark?.at
    const to = step(
      at ?? { row: -1, col: 0 },
      event.key,
      ctrl,
      size,
      rowsInView(scroller.current) - 2,
    )
    const row = at === undefined ? undefined : rows[at.row]
    if (to !== undefined && size.row > 0) {
      go(to, event.shiftKey)
      event.currentTarget.focus({ preventScroll: true }) // from the step of a row back into the cells
    } else if (ctrl && event.key === 'c' && mark !== undefined) copyMark()
    else if (ctrl && event.key === 'a') choice.pickAll(true)
    else if (event.key === ' ' && at !== undefined) choice.toggle(at.row, event.shiftKey)
    else if (event.key === 'F2' && at !== undefined) editable.begin(at)
    else if (event.key === 'Enter' && row !== undefined) openOrStep(row, event.currentTarget)
    else if (event.key === 'Escape' && mark !== undefined) setMark(undefined)
    else return
    event.preventDefault()
  }

  function onMouseDown(event: MouseEvent<HTMLElement>) {
    const at = placeOf(event.target)
    if (at === undefined || event.button !== 0 || isEditor(event.target)) return
    if (event.shiftKey) event.preventDefault()
    go(at, event.shiftKey)
  }
  function onMouseOver(event: MouseEvent<HTMLElement>) {
    const at = event.buttons === 1 ? placeOf(event.target) : undefined
    if (at === undefined || mark === undefined || isEditor(event.target)) return
    if (at.row === mark.at.row && at.col === mark.at.col) return
    window.getSelection()?.removeAllRanges()
    setMark({ ...mark, at })
  }
  function onClick(event: MouseEvent<HTMLElement>) {
    const index = rowOf(event.target)
    const row = index === undefined ? undefined : rows[index]
    if (index === undefined || row === undefined) return
    if (within(event.target, '.grid-pick')) choice.toggle(index, event.shiftKey)
    if (!within(event.target, '.cell-link')) return
    if (event.ctrlKey || event.metaKey || event.shiftKey) return // a window of its own
    event.preventDefault()
    open?.(row)
  }
  function onDoubleClick(event: MouseEvent<HTMLElement>) {
    const at = placeOf(event.target)
    if (at !== undefined && !isEditor(event.target)) editable.begin(at)
  }

  return {
    mark,
    ...choice,
    editing: editable.editing,
    copyColumn: (col: number) => {
      copyCells(rows, columns.shown.slice(col, col + 1))
    },
    fit: (col: number) => {
      const column = columns.shown[col]
      const table = scroller.current
      if (column !== undefined && table !== null) {
        columns.resize(column.field, fittingWidth(table, col))
      }
    },
    handlers: { onKeyDown, onMouseDown, onMouseOver, onClick, onDoubleClick },
  }
}

export type Grid = ReturnType<typeof useGrid>

function within(target: EventTarget, selector: string): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(selector) : null
}

function isEditor(target: EventTarget): boolean {
  return within(target, '.cell-editor') !== null
}

/** Keys of heads, editors and their popups are none of the grid's, nor what presses a step. */
function isElsewhere({ target, currentTarget, key }: KeyboardEvent): boolean {
  if (!currentTarget.contains(target as Node)) return true
  const pressed = (key === 'Enter' || key === ' ') && within(target, '.row-step') !== null
  return pressed || within(target, 'thead, .cell-editor') !== null
}

function rowOf(target: EventTarget): number | undefined {
  const row = within(target, 'tr[data-row]')?.dataset['row']
  return row === undefined ? undefined : Number(row)
}

function placeOf(target: EventTarget): Place | undefined {
  const [row, col] = [rowOf(target), within(target, 'td[data-col]')?.dataset['col']]
  return row === undefined || col === undefined ? undefined : { row, col: Number(col) }
}

function rowsInView(scroller: HTMLElement | null): number {
  return scroller === null ? 0 : Math.floor(scroller.clientHeight / rowHeight(scroller))
}

/** Scrolls so that a cell is not behind head, foot or the first column. */
function bringIntoView(scroller: HTMLElement | null, { row, col }: Place) {
  if (scroller === null) return
  const height = rowHeight(scroller)
  const top = row * height
  const room = scroller.clientHeight - 3 * height
  if (top < scroller.scrollTop) scroller.scrollTop = top
  else if (top > scroller.scrollTop + room) scroller.scrollTop = top - room
  const head = scroller.querySelectorAll<HTMLElement>('thead th[scope=col]')[col]
  if (head === undefined || col === 0) return
  const covered = scroller.querySelector<HTMLElement>('thead .grid-first')
  const left = head.offsetLeft - (covered === null ? 0 : covered.offsetWidth + 36)
  const right = head.offsetLeft + head.offsetWidth - scroller.clientWidth
  if (left < scroller.scrollLeft) scroller.scrollLeft = left
  else if (right > scroller.scrollLeft) scroller.scrollLeft = right
}
