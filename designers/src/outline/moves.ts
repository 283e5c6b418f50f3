import type { Json, JsonObject } from '../../../runtime-ui/src/render'
import { asList, at, insert, isObject, move, take, wordOf, type Path } from '../draft/edit'
import type { OutlineNode } from './nodes'

/** An object in which a part has another place, and what the part is known by there. */
export interface Moved {
  object: JsonObject
  name: string
  index: number
  /** Items of its list. */
  of: number
}

/**
 * Takes an item before another one, or to the end of a list; undefined where it cannot go or
 * already is. An item may change to another list of the same meaning, as a field to another
 * group, unless its key is taken there.
 */
export function moved(object: JsonObject, item: OutlineNode, onto: OutlineNode): Moved | undefined {
  const [list, from] = placeOf(item)
  const [goal, before] = onto.kind === 'list' ? [onto.path, Infinity] : placeOf(onto)
  if (from === undefined || before === undefined || meaning(list) !== meaning(goal)) return
  const to = Math.min(before, asList(at(object, goal)).length)
  if (list.join() !== goal.join()) return changed(object, item, onto, to)
  const index = to > from ? to - 1 : to
  if (index === from) return
  return {
    ...madeOf(move(object, list, from, index), list, index),
    name: named(item, item.name, index),
  }
}

/** Takes an item some places up or down in its list; undefined past an end. */
export function shifted(object: JsonObject, item: OutlineNode, by: number): Moved | undefined {
  const [list, from] = placeOf(item)
  if (from === undefined) return
  const to = from + by
  if (to < 0 || to >= asList(at(object, list)).length) return
  return { ...madeOf(move(object, list, from, to), list, to), name: named(item, item.name, to) }
}

function madeOf(object: JsonObject, list: Path, index: number): Omit<Moved, 'name'> {
  return { object, index, of: asList(at(object, list)).length }
}

/** The list of an item and its index there; no index for what is no item. */
function placeOf({ path }: OutlineNode): [Path, number | undefined] {
  const index = path.at(-1)
  return [path.slice(0, -1), typeof index === 'number' ? index : undefined]
}

/** Lists of one meaning differ in the items that they lie in alone. */
function meaning(list: Path): string {
  return list.filter((step) => typeof step === 'string').join('/')
}

function changed(
  object: JsonObject,
  item: OutlineNode,
  onto: OutlineNode,
  to: number,
): Moved | undefined {
  const [list, from] = placeOf(item)
  const goal = onto.kind === 'list' ? onto.path : placeOf(onto)[0]
  const value = at(object, item.path)
  if (from === undefined || !isObject(value)) return
  if (isTaken(asList(at(object, goal)), item, value)) return
  const left = take(object, list, from)
  const into = onto.kind === 'list' ? onto.name : parentOf(onto.name)
  const name = named(item, `${into}/${item.word}`, to)
  return { ...madeOf(insert(left, goal, to, value), goal, to), name }
}

function isTaken(items: Json[], { knownBy }: OutlineNode, value: JsonObject): boolean {
  if (knownBy === undefined) return false
  const key = wordOf(value[knownBy])
  return key !== '' && items.some((one) => isObject(one) && wordOf(one[knownBy]) === key)
}

/** An item without a key is known by its place. */
function named({ says }: OutlineNode, name: string, index: number): string {
  return says === undefined ? name : `${parentOf(name)}/${index}`
}

function parentOf(name: string): string {
  return name.split('/').slice(0, -1).join('/')
}
