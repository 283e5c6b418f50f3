import type { CellProps, EditorProps, Drawn } from '../kit'
import { formatNumber } from '../number/format'
import { NumberCell } from '../number/NumberCell'
import { NumberEditor } from '../number/NumberEditor'

const longestScale = 6

function DecimalCell({ value, field }: CellProps) {
  return <NumberCell value={value} digits={{ min: 0, max: field.scale ?? longestScale }} />
}

function DecimalEditor(props: EditorProps) {
  return <NumberEditor {...props} precision={props.field.scale ?? longestScale} />
}

export const decimalKit: Drawn = {
  Cell: DecimalCell,
  Editor: DecimalEditor,
  format: (value, field, words) =>
    formatNumber(value, words.language, { min: 0, max: field.scale ?? longestScale }),
  align: 'right',
  shown: 'line',
  sample: 1.5,
}
