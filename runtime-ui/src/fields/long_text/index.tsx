import { Input } from 'antd'
import { asText } from '../../format/plain'
import type { CellProps, EditorProps, Drawn } from '../kit'
import { counted, typedLimit } from '../text/fault'

function LongTextCell({ value }: CellProps) {
  return <span className="clip">{asText(value)}</span>
}

function LongTextEditor(props: EditorProps) {
  const { value, onChange, field, id, disabled, invalid, autoFocus, describedBy } = props
  return (
    <Input.TextArea
      id={id}
      value={asText(value)}
      disabled={disabled}
      maxLength={typedLimit(field)}
      {...counted(field)}
      status={invalid ? 'error' : ''}
      autoFocus={autoFocus}
      autoSize={{ minRows: 1, maxRows: 6 }}
      aria-describedby={describedBy}
      onChange={(event) => {
        onChange(event.target.value === '' ? null : event.target.value)
      }}
    />
  )
}

export const longTextKit: Drawn = {
  Cell: LongTextCell,
  Editor: LongTextEditor,
  format: asText,
  align: 'left',
  shown: 'block',
  sample: 'abc',
}
