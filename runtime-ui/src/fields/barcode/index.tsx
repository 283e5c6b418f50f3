import { CodeCell } from '../code'
import { asText } from '../../format/plain'
import type { Drawn } from '../kit'
import { TextEditor } from '../text/TextEditor'

export const barcodeKit: Drawn = {
  Cell: CodeCell,
  Editor: TextEditor,
  format: asText,
  align: 'left',
  shown: 'line',
  sample: '6901234567892',
}
