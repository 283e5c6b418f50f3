import type { CellProps, EditorProps, Drawn, FieldShape } from '../kit'
import { formatNumber } from '../number/format'
import { NumberCell } from '../number/NumberCell'
import { NumberEditor } from '../number/NumberEditor'

const cents = 2

/** Amounts always show their cents, so that the points of a column stand in one line. */
function digitsOf(field: FieldShape) {
  const scale = field.scale ?? cents
  return { min: Math.min(cents, scale), max: scale }
}

function MoneyCell({ value, field }: CellProps) {
  return <NumberCell value={value} digits={digitsOf(field)} />
}

function MoneyEditor(props: EditorProps) {
  return <NumberEditor {...props} precision={props.field.scale ?? cents} />
}

export const moneyKit: Drawn = {
  Cell: MoneyCell,
  Editor: MoneyEditor,
  format: (value, field, words) => formatNumber(value, words.language, digitsOf(field)),
  align: 'right',
  shown: 'line',
  sample: 19.9,
}
