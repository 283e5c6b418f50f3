import { Input } from 'antd'
import { asText } from '../../format/plain'
import type { EditorProps } from '../kit'
import { counted, typedLimit } from './fault'

/** A single line of text; empty means no value. */
export function TextEditor(props: EditorProps) {
  const { value, onChange, field, id, disabled, invalid, autoFocus, describedBy } = props
  return (
    <Input
      id={id}
      value={asText(value)}
      disabled={disabled}
      maxLength={typedLimit(field)}
      {...counted(field)}
      status={invalid ? 'error' : ''}
      autoFocus={autoFocus}
      autoComplete="off"
      aria-describedby={describedBy}
      onChange={(event) => {
        onChange(event.target.value === '' ? null : event.target.value)
      }}
    />
  )
}
