import { asText } from '../../format/plain'
import type { CellProps, Drawn } from '../kit'
import { useWords } from '../words'
import { TextEditor } from './TextEditor'
import { toldIn } from './told'

function TextCell({ value, field }: CellProps) {
  return field.format === 'told' ? <ToldCell text={asText(value)} /> : asText(value)
}

function ToldCell({ text }: { text: string }) {
  return toldIn(text, useWords())
}

export const textKit: Drawn = {
  Cell: TextCell,
  Editor: TextEditor,
  format: (value, field, words) =>
    field.format === 'told' ? toldIn(asText(value), words) : asText(value),
  align: 'left',
  shown: 'line',
  sample: 'abc',
}
