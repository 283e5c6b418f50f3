import { asText } from '../../format/plain'
import type { CellProps, Drawn } from '../kit'
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
export const richTextKit: Drawn = {
  Cell: RichTextCell,
  Editor: RichTextEditor,
  format: (value) => wordsOf(asText(value)),
  align: 'left',
  shown: 'apart',
  sample: '<p><strong>abc</strong></p>',
}
