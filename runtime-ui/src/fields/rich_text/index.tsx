import { asText, type CellProps, type FieldKit } from '../kit'
import { RichText, wordsOf } from './RichText'
import { RichTextEditor } from './RichTextEditor'
import './rich_text.css'

function RichTextCell({ value }: CellProps) {
  return (
    <div className="rich-shown">
      <RichText html={asText(value)} />
    </div>
  )
}

/** A text with a little HTML. */
export const richTextKit: FieldKit = {
  Cell: RichTextCell,
  Editor: RichTextEditor,
  format: (value) => wordsOf(asText(value)),
  align: 'left',
}
