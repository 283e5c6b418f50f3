import { isEmpty } from '../../format/plain'
import type { CellProps, EditorProps, Drawn, FieldShape } from '../kit'
import { formatNumber } from './format'
import { NumberCell } from './NumberCell'
import { NumberEditor } from './NumberEditor'

/** The kit of a figure with a unit: weight and length. */
export function measureKit(scale: number): Drawn {
  const digitsOf = (field: FieldShape) => ({ min: 0, max: field.scale ?? scale })
  return {
    Cell: function MeasureCell({ value, field }: CellProps) {
      return <NumberCell value={value} digits={digitsOf(field)} unit={field.unit} />
    },
    Editor: function MeasureEditor(props: EditorProps) {
      const { scale: own = scale, unit } = props.field
      return <NumberEditor {...props} precision={own} unit={unit} />
    },
    format: (value, field, words) => {
      if (isEmpty(value)) return ''
      return `${formatNumber(value, words.language, digitsOf(field))} ${field.unit ?? ''}`.trimEnd()
    },
    align: 'right',
    shown: 'line',
    sample: 1.25,
  }
}
