import type { JsonObject } from '../../../runtime-ui/src/render'
import { at, isObject, type Path } from '../draft/edit'
import type { Said } from '../draft/saying'
import { outlineOf, type OutlineNode } from '../outline/nodes'
import { membersOf } from '../schema/schemas'

/** A text of an object: at which part it stands, what it is there, and what it says. */
export interface Text {
  node: OutlineNode
  member: string
  path: Path
  required: boolean
  said: Said
}

/** All texts of an object in the order in which they are written; of fields that have theirs from an element, none. */
export function textsOf(kind: string, object: JsonObject): Text[] {
  return ofNode(outlineOf(kind, object), object)
}

function ofNode(node: OutlineNode, object: JsonObject): Text[] {
  const own = node.kind === 'list' ? [] : ofPart(node, object)
  return [...own, ...node.children.flatMap((child) => ofNode(child, object))]
}

function ofPart(node: OutlineNode, object: JsonObject): Text[] {
  const part = at(object, node.path)
  const fromElement = isObject(part) && 'element' in part
  return membersOf(node.place)
    .filter(({ of }) => of === 'text')
    .flatMap(({ name, required }) => {
      const path = [...node.path, name]
      const said = at(object, path)
      const due = required && !fromElement
      if (!isObject(said) && !due) return []
      return [{ node, member: name, path, required: due, said: (said ?? {}) as Said }]
    })
}

/** The languages, of those that every text says, in which this one says nothing. */
export function missingIn({ said }: Text, languages: string[]): string[] {
  return languages.filter((one) => (said[one] ?? '').trim() === '')
}
