import { use } from 'react'
import { fileKit } from '../file'
import { asText, isEmpty } from '../../format/plain'
import type { CellProps, EditorProps, Drawn } from '../kit'
import { Enlargeable, EnlargeContext } from './Enlargeable'
import { GuardedPicture } from './GuardedPicture'
import { Picture } from './Picture'
import './image.css'

function ImageCell({ value, field }: CellProps) {
  if (isEmpty(value)) return null
  return <Kept fileKey={asText(value)} field={field} />
}

function Kept({
  fileKey,
  field,
}: {
  fileKey: string
  field: { title: string; guarded?: boolean }
}) {
  const Shown = use(EnlargeContext) ? Enlargeable : Picture
  const One = field.guarded === true ? GuardedPicture : Shown
  return <One fileKey={fileKey} title={field.title} />
}

/** Beside the picture what a file can: another one, or none. */
function ImageEditor(props: EditorProps) {
  const { value, field } = props
  const accept = field.accept ?? ['image/png', 'image/jpeg', 'image/webp', 'image/gif']
  return (
    <span className="image-editor">
      {!isEmpty(value) && <Kept fileKey={asText(value)} field={field} />}
      <fileKit.Editor {...props} field={{ ...field, accept }} />
    </span>
  )
}

/** A picture that is kept as a file. */
export const imageKit: Drawn = {
  Cell: ImageCell,
  Editor: ImageEditor,
  format: (value, _, words) => (isEmpty(value) ? '' : words.say('ui.a_picture', {})),
  align: 'left',
  shown: 'picture',
  sample: undefined,
}
