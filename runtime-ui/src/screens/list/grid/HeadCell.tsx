import { CaretDownOutlined, CaretUpOutlined, HolderOutlined } from '@ant-design/icons'
import { useDraggable, useDroppable } from '@dnd-kit/core'
import { Dropdown } from 'antd'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { ColumnMeta } from '../../../data/screen'
import { fieldKits } from '../../../fields/kits'
import type { ListState } from '../useListScreen'
import { Edge } from './Edge'
import type { Grid } from './useGrid'

interface HeadCellProps {
  column: ColumnMeta
  col: number
  state: ListState
  grid: Grid
}

/** The title of one column: press to sort, drag by its grip, stretch by its edge. */
export function HeadCell({ column, col, state, grid }: HeadCellProps) {
  const { t } = useTranslation()
  const { field, title } = column
  const { setNodeRef, isOver } = useDroppable({ id: field })
  const order = orderOf(field, state.sort)
  const menu = [
    {
      key: 'asc',
      label: t('list.sort_up'),
      onClick: () => {
        state.setSort([field])
      },
    },
    {
      key: 'desc',
      label: t('list.sort_down'),
      onClick: () => {
        state.setSort([`-${field}`])
      },
    },
    {
      key: 'copy',
      label: t('list.copy_column'),
      onClick: () => {
        grid.copyColumn(col)
      },
    },
    {
      key: 'hide',
      label: t('list.hide_column'),
      onClick: () => {
        state.columns.toggle(field)
      },
    },
  ]
  return (
    <th
      ref={setNodeRef}
      className={headClass(column, col, isOver)}
      aria-sort={order}
      scope="col"
      data-part={field}
    >
      <Dropdown menu={{ items: menu }} trigger={['contextMenu']}>
        <div className="grid-title">
          <Grip column={column} state={state} />
          <button
            type="button"
            className="grid-sort"
            title={title}
            onClick={() => {
              state.setSort(nextSort(field, order))
            }}
          >
            <span className="clip">{title}</span>
            {order === 'ascending' && <CaretUpOutlined aria-hidden />}
            {order === 'descending' && <CaretDownOutlined aria-hidden />}
          </button>
        </div>
      </Dropdown>
      <Edge column={column} state={state} grid={grid} col={col} />
    </th>
  )
}

/** What one drags: a handle within the head, so that a press on the title still sorts. */
function Grip({ column, state }: { column: ColumnMeta; state: ListState }) {
  const { t } = useTranslation()
  const { shown, move } = state.columns
  const { setNodeRef, attributes, listeners } = useDraggable({ id: column.field })
  const moveBy = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    const target = by === undefined ? undefined : shown[shown.indexOf(column) + by]
    if (target === undefined) return
    event.preventDefault()
    event.stopPropagation()
    move(column.field, target.field)
  }
  return (
    <span
      ref={setNodeRef}
      className="grid-grip"
      {...attributes}
      {...listeners}
      onKeyDown={moveBy}
      aria-label={`${t('list.move_column')} ${column.title}`}
    >
      <HolderOutlined />
    </span>
  )
}

function headClass({ type }: ColumnMeta, col: number, over: boolean): string {
  const first = col === 0 ? 'grid-first ' : ''
  return `${first}align-${fieldKits[type].align}${over ? ' grid-over' : ''}`
}

function orderOf(field: string, [first]: string[]) {
  if (first === field) return 'ascending'
  return first === `-${field}` ? 'descending' : 'none'
}

/** Up, down, and back to the order of the screen. */
function nextSort(field: string, order: 'ascending' | 'descending' | 'none'): string[] {
  if (order === 'none') return [field]
  return order === 'ascending' ? [`-${field}`] : []
}
