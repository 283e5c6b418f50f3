import type { JsonObject } from '../../../runtime-ui/src/render'
import type { Of } from '../draft/useDraft'
import type { OutlineNode } from '../outline/nodes'

/** What a canvas is given of the object that it shows. */
export interface CanvasProps {
  of: Of
  object: JsonObject
  /** The same for who is drawn later than it changes. */
  now: () => JsonObject
  /** The object with what its fields have from elements. */
  whole: JsonObject
  /** Its parts, which may lag behind it. */
  root: OutlineNode
  /** Changes when the change set holds something else. */
  hash: string
  chosen: string
  disabled: boolean
  edit: (next: JsonObject, place?: string) => void
  choose: (name: string) => void
}
