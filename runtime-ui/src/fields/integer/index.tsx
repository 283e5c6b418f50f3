import type { CellProps, EditorProps, Drawn } from '../kit'
import { formatNumber } from '../number/format'
import { NumberCell } from '../number/NumberCell'
import { NumberEditor } from '../number/NumberEditor'

const digits = { min: 0, max: 0 }

function IntegerCell({ value }: CellProps) {
  return <NumberCell value={value} digits={digits} />
}

function IntegerEditor(props: EditorProps) {
  return <NumberEditor {...props} precision={0} />
}

export const integerKit: Drawn = {
  Cell: IntegerCell,
  Editor: IntegerEditor,
  format: (value, _field, words) => formatNumber(value, words.language, digits),
  align: 'right',
  shown: 'line',
  sample: 10,
}
