import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { ColumnMeta, FormLinesMeta } from '../../../data/screen'
import { useBeside } from '../../../fields/beside'
import { errorKey, useRecordPart, type Line } from '../recordStore'
import { nextAfter, wrongCells } from './errors'
import { useGrid } from './GridContext'
import { useLineBeside } from './useLineBeside'

/** What is wrong in the lines, the fault of the cell in hand, and the way to the next one. */
export function GridStatus({ grid, lines }: { grid: FormLinesMeta; lines: Line[] }) {
  const { t } = useTranslation()
  const control = useGrid()
  const { active, reading } = useStore(control.state)
  const errors = useRecordPart((state) => state.errors)
  const fields = grid.columns.map(({ field }) => field)
  const wrong = wrongCells(errors, grid.set, lines, fields)
  const rows = new Set(wrong.map(({ key }) => key)).size
  const here =
    active === undefined ? undefined : errors[errorKey(grid.set, active.key, active.field)]
  const line = lines.find(({ key }) => key === active?.key)
  return (
    <div className="grid-status" id={`${grid.set}-status`} role="status">
      {line !== undefined &&
        grid.columns
          .filter(({ beside }) => beside !== undefined)
          .map((column) => <LineBeside key={column.field} column={column} line={line} />)}
      {reading && <span className="quiet">{t('record.reading')}</span>}
      {rows > 0 && (
        <>
          <strong className="refusal">
            {t('record.rows_wrong', { wrong: rows, all: lines.length })}
          </strong>
          <Button
            type="link"
            size="small"
            onClick={() => {
              control.activate(nextAfter(wrong, lines, fields, active))
            }}
          >
            {t('record.next_error')}
          </Button>
          {here !== undefined && <span className="refusal">{here}</span>}
        </>
      )}
    </div>
  )
}

/** What is said of the record that the line in hand has in a column. */
function LineBeside({ column, line }: { column: ColumnMeta; line: Line }) {
  const id = Number(line.values[column.field] ?? 0)
  const told = useBeside(useLineBeside(column), id === 0 ? [] : [id])(id)
  return told === undefined ? null : <span className="figure">{told}</span>
}
