import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ColumnMeta, FieldMeta, LineGridMeta } from '../../data/screen'
import { fieldKits } from '../../fields/kits'
import { Cell } from '../list/Cell'
import { isFixed, mayEditMember, type RecordMeta } from './parts'
import { ScanBox } from './ScanBox'
import {
  errorKey,
  removeLine,
  setLineField,
  useRecordPart,
  useRecordStore,
  type Line,
} from './recordStore'
import { useGridKeys } from './useGridKeys'
import { columnSum } from './columnSum'

interface LineGridProps {
  meta: RecordMeta
  grid: LineGridMeta
}

/** Pixels that the editor of a type needs to show what is in it. */
const editorWidths: Partial<Record<ColumnMeta['type'], number>> = {
  reference: 210,
  parent: 210,
  date: 140,
  instant: 190,
  text: 130,
  enum: 120,
}
const widthOf = (type: ColumnMeta['type']) => editorWidths[type] ?? 100

/** A set of lines: read as a table, typed as a spreadsheet. */
export function LineGrid({ meta, grid }: LineGridProps) {
  const { t } = useTranslation()
  const lines = useRecordPart((state) => state.lines[grid.set]) ?? []
  const base = useRecordPart((state) => state.base)
  const editing = useRecordPart((state) => state.editing)
  const editable = editing && mayEditMember(meta, base, grid.set)
  const fields = meta.tables[grid.table]?.fields ?? []
  const { ref, append, onKeyDown, onPaste } = useGridKeys(grid, fields)
  const shown = lines.filter((line) => !line.removed)
  return (
    <section className="lines" aria-label={grid.title}>
      <div className="lines-head">
        <h2>
          {grid.title} <span className="quiet figure">{shown.length}</span>
        </h2>
        {editable && grid.scan !== undefined && (
          <ScanBox grid={grid} field={fields.find((f) => f.key === grid.scan)} />
        )}
        {editable && (
          <Button icon={<PlusOutlined />} onClick={append}>
            {t('ui.add_line')}
          </Button>
        )}
      </div>
      <div className="lines-scroll" ref={ref} onKeyDown={onKeyDown} onPaste={onPaste}>
        <table>
          <thead>
            <tr>
              <th className="line-no">#</th>
              {grid.columns.map((column) => (
                <th
                  key={column.field}
                  className={`align-${fieldKits[column.type].align}`}
                  style={{ minWidth: column.width ?? (editable ? widthOf(column.type) : 90) }}
                >
                  {column.title}
                </th>
              ))}
              {editable && <th aria-label={t('ui.remove')} />}
            </tr>
          </thead>
          <tbody>
            {shown.map((line, index) => (
              <LineRow
                key={line.key}
                grid={grid}
                fields={fields}
                line={line}
                number={index + 1}
                editable={editable}
              />
            ))}
          </tbody>
          {grid.columns.some((column) => column.total === true) && (
            <Totals grid={grid} lines={shown} />
          )}
        </table>
      </div>
    </section>
  )
}

interface LineRowProps {
  grid: LineGridMeta
  fields: FieldMeta[]
  line: Line
  number: number
  editable: boolean
}

/** A line is the same object until it changes, so the others are not drawn again. */
const LineRow = memo(function LineRow({ grid, fields, line, number, editable }: LineRowProps) {
  const { t } = useTranslation()
  const store = useRecordStore()
  return (
    <tr data-line={line.key}>
      <td className="line-no quiet figure">{number}</td>
      {grid.columns.map((column) => {
        const field = fields.find(({ key }) => key === column.field)
        const open = editable && field !== undefined && !isFixed(field, line.values.id === 0)
        return (
          <td
            key={column.field}
            data-field={column.field}
            className={`align-${fieldKits[column.type].align}`}
          >
            {open ? (
              <LineEditor set={grid.set} line={line} field={field} />
            ) : (
              <Cell column={column} row={line.values} />
            )}
          </td>
        )
      })}
      {editable && (
        <td>
          <Button
            type="text"
            size="small"
            icon={<DeleteOutlined />}
            tabIndex={-1}
            aria-label={`${t('ui.remove')} ${number}`}
            onClick={() => {
              removeLine(store, grid.set, line.key)
            }}
          />
        </td>
      )}
    </tr>
  )
})

function LineEditor({ set, line, field }: { set: string; line: Line; field: FieldMeta }) {
  const store = useRecordStore()
  const id = `${set}-${line.key}-${field.key}`
  const error = useRecordPart((state) => state.errors[errorKey(set, line.key, field.key)])
  const { Editor } = fieldKits[field.type]
  return (
    <>
      <Editor
        id={id}
        value={line.values[field.key]}
        field={field}
        label={line.values[`${field.key}__label`] as string | undefined}
        disabled={false}
        invalid={error !== undefined}
        autoFocus={false}
        describedBy={error === undefined ? undefined : `${id}-error`}
        onChange={(value, label) => {
          setLineField(store, set, line.key, { name: field.key, value, label })
        }}
      />
      {error !== undefined && (
        <div id={`${id}-error`} className="field-error" role="alert">
          {error}
        </div>
      )}
    </>
  )
}

function Totals({ grid, lines }: { grid: LineGridMeta; lines: Line[] }) {
  const { t } = useTranslation()
  const sum = (column: ColumnMeta) => columnSum(lines, column)
  return (
    <tfoot>
      <tr>
        <td className="quiet">{t('list.total')}</td>
        {grid.columns.map((column) => (
          <td key={column.field} className={`align-${fieldKits[column.type].align}`}>
            {column.total === true && (
              <strong>
                <Cell column={column} row={{ id: 0, [column.field]: sum(column) }} />
              </strong>
            )}
          </td>
        ))}
      </tr>
    </tfoot>
  )
}
