import { CodeCell } from '../code'
import { asText, type FieldKit } from '../kit'
import { TextEditor } from '../text/TextEditor'

export const barcodeKit: FieldKit = {
  Cell: CodeCell,
  Editor: TextEditor,
  format: asText,
  align: 'left',
}
