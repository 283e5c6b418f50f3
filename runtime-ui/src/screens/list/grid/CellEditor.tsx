import { Tooltip } from 'antd'
import { useRef, useState, type KeyboardEvent } from 'react'
import { Html } from '../../../look/Html'
import type { Row } from '../../../data/rows'
import type { ColumnMeta } from '../../../data/screen'
import { asText } from '../../../format/plain'
import { fieldKits } from '../../../fields/kits'
import type { Editing, Ending } from './useEditable'

interface CellEditorProps {
  row: Row
  column: ColumnMeta
  editing: Editing
}

/** Edits one cell: Enter saves and goes on below, Esc leaves all as it was, a refusal stays here. */
export function CellEditor({ row, column, editing }: CellEditorProps) {
  const { field, meta, saving, error, onDone } = editing
  const { Editor } = fieldKits[meta.type]
  const box = useRef<HTMLDivElement>(null)
  const [value, setValue] = useState(row[field])
  const label = row[`${field}__label`]

  function leave(ending: Ending) {
    const grid = box.current?.closest<HTMLElement>('[role=grid]')
    void onDone(ending).then(() => {
      if (box.current === null) grid?.focus()
    })
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || saving) return
    if (event.key === 'Escape') leave('cancel')
    else if (event.key === 'Enter') leave({ save: value, next: true })
    else if (event.key === 'Tab') leave({ save: value, next: false })
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <Tooltip open={error !== undefined} title={<Html text={error ?? ''} />} placement="bottomLeft">
      <div
        ref={box}
        className="cell-editor"
        onKeyDownCapture={onKeyDown}
        onBlur={({ relatedTarget }) => {
          const inside = relatedTarget !== null && box.current?.contains(relatedTarget) === true
          if (!inside && !saving && error === undefined) leave({ save: value, next: false })
        }}
      >
        <Editor
          id={`edit-${row.id}-${field}`}
          value={value}
          field={{ ...column, ...meta }}
          label={label === undefined ? undefined : asText(label)}
          disabled={false} // while it is saved, too: a disabled field would lose the focus
          invalid={error !== undefined}
          autoFocus
          describedBy={undefined}
          onChange={setValue}
        />
      </div>
    </Tooltip>
  )
}
