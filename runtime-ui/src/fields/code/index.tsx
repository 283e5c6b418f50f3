import { asText, type CellProps, type FieldKit } from '../kit'
import { TextEditor } from '../text/TextEditor'

/** Codes are compared digit by digit, so they stand in the monospaced face. */
export function CodeCell({ value }: CellProps) {
  return <span className="mono">{asText(value)}</span>
}

export const codeKit: FieldKit = {
  Cell: CodeCell,
  Editor: TextEditor,
  format: asText,
  align: 'left',
}
