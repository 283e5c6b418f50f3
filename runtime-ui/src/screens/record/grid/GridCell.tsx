import { memo, useEffect, useRef } from 'react'
import type { ColumnMeta, FieldMeta } from '../../../data/screen'
import type { FieldLabel } from '../../../fields/kit'
import { fieldKits } from '../../../fields/kits'
import { BesideContext } from '../../../fields/beside'
import { ChoosingContext } from '../../../fields/choosing'
import { useChoosing } from '../useChoosing'
import { Cell } from '../../list/Cell'
import { errorKey, useRecordPart, type Line } from '../recordStore'
import { useGrid, useIsActive } from './GridContext'
import { useLineBeside } from './useLineBeside'

interface GridCellProps {
  set: string
  column: ColumnMeta
  line: Line
  field: FieldMeta | undefined // absent where nobody may type
}

/** One value of a line; an editor while the cursor is in it. */
export const GridCell = memo(function GridCell({ set, column, line, field }: GridCellProps) {
  const control = useGrid()
  const place = { key: line.key, field: column.field }
  const active = useIsActive(place.key, place.field) && field !== undefined
  const error = useRecordPart(({ errors }) => errors[errorKey(set, line.key, column.field)])
  const classes = [`align-${fieldKits[column.type].align}`]
  if (field !== undefined) classes.push('open')
  if (error !== undefined) classes.push('wrong')
  return (
    <td
      data-field={column.field}
      className={classes.join(' ')}
      title={error}
      onMouseDown={(event) => {
        if (field === undefined || active || event.button !== 0) return
        // The editor that comes takes the cursor; the browser would put it nowhere.
        event.preventDefault()
        control.activate(place)
      }}
    >
      {active ? (
        <CellEditor set={set} column={column} line={line} field={field} error={error} />
      ) : (
        <div className="cell">
          <Cell column={column} row={line.values} />
        </div>
      )}
    </td>
  )
}, sameCell)

/** Other cells of the line may change without this one being drawn again. */
function sameCell(before: GridCellProps, after: GridCellProps): boolean {
  const name = after.column.field
  return (
    before.column === after.column &&
    before.field === after.field &&
    before.line.key === after.line.key &&
    before.line.values[name] === after.line.values[name] &&
    before.line.values[`${name}__label`] === after.line.values[`${name}__label`]
  )
}

interface CellEditorProps {
  set: string
  column: ColumnMeta
  line: Line
  field: FieldMeta
  error: string | undefined
}

function CellEditor({ set, column, line, field, error }: CellEditorProps) {
  const control = useGrid()
  const ref = useRef<HTMLDivElement>(null)
  const { meta, grid } = control.place
  const choosing = useChoosing(meta, field, grid.table, line)
  const beside = useLineBeside(column)
  const { Editor } = fieldKits[field.type]
  const id = `${set}-${line.key}-${field.key}`
  useEffect(() => {
    const input = ref.current?.querySelector<HTMLElement>('input, textarea, button')
    if (!control.state.getState().wanted || input === null || input === undefined) return
    input.focus()
    if (input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement) input.select()
    control.taken()
  }, [control])
  return (
    <div ref={ref} className="cell-editor">
      <label htmlFor={id} hidden>
        {field.title}
      </label>
      <ChoosingContext value={choosing}>
        <BesideContext value={beside}>
          <Editor
            id={id}
            value={line.values[field.key]}
            field={field}
            label={line.values[`${field.key}__label`] as FieldLabel | undefined}
            disabled={false}
            invalid={error !== undefined}
            autoFocus={false}
            describedBy={error === undefined ? undefined : `${set}-status`}
            onChange={(value, label) => {
              control.change({ key: line.key, field: field.key }, value, label)
            }}
          />
        </BesideContext>
      </ChoosingContext>
    </div>
  )
}
