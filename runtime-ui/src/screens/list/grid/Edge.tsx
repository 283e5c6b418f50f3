import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { ColumnMeta } from '../../../data/screen'
import type { ListState } from '../useListScreen'
import { narrowest } from './columns'
import type { Grid } from './useGrid'

const small = 8 // px by which an arrow stretches
const large = 40 // px, with Shift

interface EdgeProps {
  column: ColumnMeta
  col: number
  state: ListState
  grid: Grid
}

/** The edge of a head: dragging it stretches the column, a double click fits it to what it shows. */
export function Edge({ column, col, state, grid }: EdgeProps) {
  const { t } = useTranslation()
  const from = useRef<{ x: number; width: number }>(undefined)
  const width = state.columns.width(column)
  const resize = (px: number) => {
    state.columns.resize(column.field, px)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (by === undefined && event.key !== 'Enter') return
    event.preventDefault()
    event.stopPropagation()
    if (by === undefined) grid.fit(col)
    else resize(width + by * (event.shiftKey ? large : small))
  }
  return (
    <span
      className="grid-edge"
      role="separator"
      aria-orientation="vertical"
      aria-label={`${t('list.column_width')} ${column.title}`}
      aria-valuenow={width}
      aria-valuemin={narrowest}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onDoubleClick={() => {
        grid.fit(col)
      }}
      onPointerDown={(event: PointerEvent<HTMLSpanElement>) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        from.current = { x: event.clientX, width }
      }}
      onPointerMove={(event: PointerEvent) => {
        if (from.current !== undefined) resize(from.current.width + event.clientX - from.current.x)
      }}
      onPointerUp={() => {
        from.current = undefined
      }}
    />
  )
}
