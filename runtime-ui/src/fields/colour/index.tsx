import { Input, Space } from 'antd'
import { asText, isEmpty } from '../../format/plain'
import type { CellProps, EditorProps, Drawn } from '../kit'
import './colour.css'

function ColourCell({ value }: CellProps) {
  if (isEmpty(value)) return null
  return (
    <span className="colour">
      <span className="colour-patch" style={{ background: asText(value) }} aria-hidden="true" />
      <span className="mono">{asText(value)}</span>
    </span>
  )
}

function ColourEditor(props: EditorProps) {
  const { value, onChange, field, id, disabled, invalid, autoFocus, describedBy } = props
  const text = asText(value)
  return (
    <Space.Compact block>
      <input
        className="colour-choice"
        type="color"
        aria-label={field.title}
        value={/^#[\da-f]{6}$/i.test(text) ? text : '#000000'}
        disabled={disabled}
        onChange={({ target }) => {
          onChange(target.value)
        }}
      />
      <Input
        id={id}
        className="mono"
        value={text}
        maxLength={7}
        placeholder="#rrggbb"
        disabled={disabled}
        status={invalid ? 'error' : ''}
        autoFocus={autoFocus}
        aria-describedby={describedBy}
        onChange={({ target }) => {
          onChange(target.value === '' ? null : target.value)
        }}
      />
    </Space.Compact>
  )
}

/** A colour as #rrggbb. */
export const colourKit: Drawn = {
  Cell: ColourCell,
  Editor: ColourEditor,
  format: asText,
  align: 'left',
  shown: 'line',
  sample: '#0f766e',
}
