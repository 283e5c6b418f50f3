import type { Json, JsonObject } from '../../../runtime-ui/src/render'

/** Members and indexes from the object down to a place in it. */
export type Path = (string | number)[]

/** What stands at a place; undefined for nothing. */
export function at(value: Json | undefined, path: Path): Json | undefined {
  return path.reduce<Json | undefined>(
    (here, step) => (here as Record<string | number, Json> | null | undefined)?.[step],
    value,
  )
}

/** A name or number as it is written; '' for what is neither. */
export function wordOf(value: Json | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** The objects of a list; none where there is no list. */
export function objectsOf(value: Json | undefined): JsonObject[] {
  return asList(value).filter(isObject)
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The object with another value at a place; undefined takes the member away. */
export function put(object: JsonObject, path: Path, value: Json | undefined): JsonObject {
  return changed(object, path, () => value) as JsonObject
}

/** The object with an item more in a list, which is made where there is none. */
export function insert(object: JsonObject, list: Path, index: number, item: Json): JsonObject {
  return changed(object, list, (items) => withItem(asList(items), index, item)) as JsonObject
}

/** The object without an item; a list that is empty then goes too. */
export function take(object: JsonObject, list: Path, index: number): JsonObject {
  return changed(object, list, (items) => {
    const left = without(asList(items), index)
    return left.length === 0 ? undefined : left
  }) as JsonObject
}

/** The object with an item of a list at another place. */
export function move(object: JsonObject, list: Path, from: number, to: number): JsonObject {
  return changed(object, list, (items) => {
    const left = asList(items)
    const item = left[from]
    return item === undefined ? left : withItem(without(left, from), to, item)
  }) as JsonObject
}

function withItem(items: Json[], index: number, item: Json): Json[] {
  return [...items.slice(0, index), item, ...items.slice(index)]
}

function without(items: Json[], index: number): Json[] {
  return items.filter((_, i) => i !== index)
}

export function asList(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : []
}

type Change = (value: Json | undefined) => Json | undefined

/** What is not on the way to the place stays the same value, so that a step back costs nothing. */
function changed(value: Json | undefined, path: Path, change: Change): Json | undefined {
  const [step, ...rest] = path
  if (step === undefined) return change(value)
  if (typeof step === 'number') {
    const items = asList(value)
    const next = changed(items[step], rest, change)
    return next === undefined ? without(items, step) : items.with(step, next)
  }
  const members = (value ?? {}) as JsonObject
  const next = changed(members[step], rest, change)
  if (next !== undefined) return { ...members, [step]: next }
  return Object.fromEntries(Object.entries(members).filter(([name]) => name !== step))
}
