import { asText, type CellProps, type FieldKit } from '../kit'
import { TextEditor } from './TextEditor'

function TextCell({ value }: CellProps) {
  return asText(value)
}

export const textKit: FieldKit = {
  Cell: TextCell,
  Editor: TextEditor,
  format: asText,
  align: 'left',
}
