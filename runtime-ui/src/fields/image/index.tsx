import { fileKit } from '../file'
import { asText, isEmpty } from '../../format/plain'
import type { CellProps, EditorProps, Drawn } from '../kit'
import { Picture } from './Picture'
import './image.css'

function ImageCell({ value, field }: CellProps) {
  if (isEmpty(value)) return null
  return <Picture fileKey={asText(value)} title={field.title} />
}

/** Beside the picture what a file can: another one, or none. */
function ImageEditor(props: EditorProps) {
  const { value, field } = props
  const accept = field.accept ?? ['image/png', 'image/jpeg', 'image/webp', 'image/gif']
  return (
    <span className="image-editor">
      {!isEmpty(value) && <Picture fileKey={asText(value)} title={field.title} />}
      <fileKit.Editor {...props} field={{ ...field, accept }} />
    </span>
  )
}

/** A picture that is kept as a file. */
export const imageKit: Drawn = {
  Cell: ImageCell,
  Editor: ImageEditor,
  format: asText,
  align: 'left',
  shown: 'picture',
  sample: undefined,
}
