import type { Json, JsonObject } from '../../../runtime-ui/src/render'
import { wordOf, type Path } from '../draft/edit'
import { freeName, namesOf, nextNumber } from '../draft/names'
import { find, type OutlineNode } from '../outline/nodes'
import { itemOf, keyOf, membersOf, roleOf, type Place, type Schema } from '../schema/schemas'

/** A part that was copied, and the members that such a part has: it goes into any list of them. */
export interface Clip {
  item: JsonObject
  shape: Schema['properties']
}

/** A list that takes a copied part, and where in it. */
export interface Target {
  path: Path
  name: string
  list: Place
  index: number | undefined // the end
}

/** Where a copied part goes when one stands at a node: into it, else behind it. */
export function targetOf(root: OutlineNode, node: OutlineNode, clip: Clip): Target | undefined {
  const { path, name } = node
  const index = path.at(-1)
  if (node.kind === 'list')
    return fits(node.place, clip) ? { path, name, list: node.place, index: undefined } : undefined
  if (typeof index === 'number') {
    const around = find(root, name.split('/').slice(0, -1).join('/'))
    if (fits(around.place, clip))
      return { path: around.path, name: around.name, list: around.place, index: index + 1 }
  }
  const list = membersOf(node.place).find((member) => fits(member, clip))
  if (list === undefined) return undefined
  const within = name === '' ? list.name : `${name}/${list.name}`
  return { path: [...path, list.name], name: within, list, index: undefined }
}

function fits(list: Place, { shape }: Clip): boolean {
  return roleOf(list) === 'list' && itemOf(list).schema.properties === shape
}

/** The copied part under a name that no other of the list has. */
export function named({ item }: Clip, list: Place, others: Json[]): JsonObject {
  const key = keyOf(list)
  if (key === undefined) return item
  const taken = namesOf(others, key)
  const own = item[key]
  if (!taken.has(wordOf(own))) return item
  if (typeof own === 'number') return { ...item, [key]: nextNumber(taken) }
  return { ...item, [key]: freeName(taken, wordOf(own), 2) }
}
