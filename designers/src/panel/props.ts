import type { Json, JsonObject } from '../../../runtime-ui/src/render'
import type { Path } from '../draft/edit'
import type { Of } from '../draft/useDraft'
import type { Member } from '../schema/schemas'

/** What the editor of a member is given. */
export interface MemberEditorProps {
  id: string
  of: Of
  object: JsonObject
  /** The part that has the member. */
  part: JsonObject
  member: Member
  /** Where the member stands in the object. */
  path: Path
  /** Of what the change set holds. */
  hash: string
  value: Json | undefined
  disabled: boolean
  isKey: boolean
  onChange: (value: Json | undefined) => void
}

/** Opens an object at one of its parts. */
export type Go = (of: Pick<Of, 'kind' | 'key'>, part?: string) => void
