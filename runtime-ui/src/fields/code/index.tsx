import { asText } from '../../format/plain'
import type { CellProps, Drawn } from '../kit'
import { TextEditor } from '../text/TextEditor'

/** Codes are compared digit by digit, so they stand in the monospaced face. */
export function CodeCell({ value }: CellProps) {
  return <span className="mono">{asText(value)}</span>
}

export const codeKit: Drawn = {
  Cell: CodeCell,
  Editor: TextEditor,
  format: asText,
  align: 'left',
  shown: 'line',
  sample: 'A-1001',
}
