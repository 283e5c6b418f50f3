import { InputNumber } from 'antd'
import type { EditorProps, FieldShape } from '../kit'

/** antd draws an absent limit as one, so absent ones stay out. */
function limitsOf({ min, max }: FieldShape): { min?: number; max?: number } {
  return { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) }
}

/** A figure with at most `precision` digits after the point. */
export function NumberEditor(
  props: EditorProps & { precision: number; unit?: string | undefined },
) {
  const { value, onChange, field, id, disabled, invalid, autoFocus, describedBy } = props
  return (
    <InputNumber<number>
      id={id}
      className="number-editor"
      value={typeof value === 'number' ? value : null}
      disabled={disabled}
      {...limitsOf(field)}
      // Trailing zeros say nothing, but digits beyond the scale would be lost on the way.
      formatter={(shown) => String(shown ?? '')}
      onChange={(next) => {
        onChange(next === null ? null : roundTo(next, props.precision))
      }}
      keyboard={false}
      controls={false}
      suffix={props.unit}
      status={invalid ? 'error' : ''}
      autoFocus={autoFocus}
      aria-describedby={describedBy}
    />
  )
}

function roundTo(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}
