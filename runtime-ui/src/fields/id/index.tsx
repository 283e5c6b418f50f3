import { asText } from '../../format/plain'
import type { CellProps, Drawn } from '../kit'
import { TextEditor } from '../text/TextEditor'

function IdCell({ value }: CellProps) {
  return <span className="figure quiet">{asText(value)}</span>
}

export const idKit: Drawn = {
  Cell: IdCell,
  Editor: TextEditor,
  format: asText,
  align: 'right',
  shown: 'line',
  sample: 1,
}
