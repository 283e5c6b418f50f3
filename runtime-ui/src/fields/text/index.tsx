import { asText, isEmpty } from '../../format/plain'
import type { CellProps, Drawn } from '../kit'
import { useWords } from '../words'
import { HandedOn } from './HandedOn'
import { TextEditor } from './TextEditor'
import { toldIn } from './told'

function TextCell({ value, field }: CellProps) {
  if (isEmpty(value)) return null
  if (field.format === 'link') return <HandedOn way={asText(value)} />
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
