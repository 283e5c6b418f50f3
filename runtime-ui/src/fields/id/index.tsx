import { asText, type CellProps, type FieldKit } from '../kit'
import { TextEditor } from '../text/TextEditor'

function IdCell({ value }: CellProps) {
  return <span className="figure quiet">{asText(value)}</span>
}

export const idKit: FieldKit = { Cell: IdCell, Editor: TextEditor, format: asText, align: 'right' }
