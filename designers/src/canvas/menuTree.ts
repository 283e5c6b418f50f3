import type { JsonObject } from '../../../runtime-ui/src/render'
import { at, move, objectsOf, put } from '../draft/edit'
import type { Entry } from './useMenus'

/** An entry with what stands under it. */
export interface Branch extends Entry {
  children: Branch[]
  depth: number
}

/** The tree of entries; those whose parent there is not stand at the top. */
export function treeOf(entries: Entry[]): Branch[] {
  const known = new Set(entries.map(({ id }) => id))
  const under = (parent: number, depth: number): Branch[] =>
    entries
      .filter((one) => (known.has(one.parent) ? one.parent : 0) === parent && one.id !== parent)
      .map((one) => ({ ...one, depth, children: under(one.id, depth + 1) }))
  return under(0, 0)
}

/** The lines of a tree from top to bottom. */
export function linesOf(branches: Branch[]): Branch[] {
  return branches.flatMap((branch) => [branch, ...linesOf(branch.children)])
}

/** Whether an entry stands somewhere under another, or is it. */
export function isUnder(entries: Entry[], id: number, above: number): boolean {
  for (let here = id; here !== 0;) {
    if (here === above) return true
    const found = entries.find((one) => one.id === here)
    if (found === undefined || found.parent === here) return false
    here = found.parent
  }
  return false
}

/** A menu with one of its entries before another of it, under the same parent. */
export function before(menu: JsonObject, id: number, other: Entry): JsonObject {
  const from = indexOf(menu, id)
  const to = indexOf(menu, other.id)
  if (from < 0 || to < 0 || from === to) return menu
  const moved = move(menu, ['items'], from, from < to ? to - 1 : to)
  return put(moved, ['items', indexOf(moved, id), 'parent'], other.parent)
}

/** A menu with one of its entries under another, which may be of another menu. */
export function into(menu: JsonObject, id: number, parent: number): JsonObject {
  const index = indexOf(menu, id)
  return index < 0 || at(menu, ['items', index, 'parent']) === parent
    ? menu
    : put(menu, ['items', index, 'parent'], parent)
}

function indexOf(menu: JsonObject, id: number): number {
  return objectsOf(menu['items']).findIndex((item) => item['key'] === id)
}
