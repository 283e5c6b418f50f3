import { PictureButton } from '../print/PictureButton'
import { addressOf } from '../print/picture'
import type { MemberEditorProps } from './props'

/** The picture of a template, and the way to another one. */
export function PictureEditor({ id, value, disabled, onChange }: MemberEditorProps) {
  return (
    <div className="print-picture">
      {typeof value === 'string' && <img src={addressOf(value)} alt="" />}
      <PictureButton
        id={id}
        disabled={disabled}
        onPicture={({ base64 }) => {
          onChange(base64)
        }}
      />
    </div>
  )
}
