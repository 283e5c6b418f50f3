import { DeleteOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ColumnMeta } from '../../../data/screen'
import { removeLine, useRecordStore, type Line } from '../recordStore'
import { useGrid } from './GridContext'
import { GridCell } from './GridCell'

interface GridRowProps {
  set: string
  columns: ColumnMeta[]
  line: Line
  number: number
  editable: boolean
}

/** A line is the same object until it changes, so the others are not drawn again. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { set, columns, line, number, editable } = props
  const { t } = useTranslation()
  const store = useRecordStore()
  const control = useGrid()
  return (
    <tr data-line={line.key} aria-rowindex={number + 1}>
      <td className="line-no quiet figure">{number}</td>
      {columns.map((column) => (
        <GridCell
          key={column.field}
          set={set}
          column={column}
          line={line}
          field={editable ? control.openField(column.field, line) : undefined}
        />
      ))}
      {editable && (
        <td className="line-end">
          <Button
            type="text"
            size="small"
            icon={<DeleteOutlined />}
            tabIndex={-1}
            title={`${t('ui.remove')} (Ctrl+Delete)`}
            aria-label={`${t('ui.remove')} ${number}`}
            onClick={() => {
              removeLine(store, set, line.key)
            }}
          />
        </td>
      )}
    </tr>
  )
})
