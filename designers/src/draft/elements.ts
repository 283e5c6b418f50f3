import type { Json, JsonObject } from '../../../runtime-ui/src/render'
import { itemOf, membersOf, namesOf, rootOf, type Place } from '../schema/schemas'
import { isObject, wordOf } from './edit'

/** What an element says for the fields that name it, by its key. */
export type Elements = Partial<Record<string, JsonObject>>

/** What a part has from the element that it names; undefined where it names none. */
export function elementOf(elements: Elements, part: Json | undefined): JsonObject | undefined {
  return isObject(part) ? elements[wordOf(part['element'])] : undefined
}

/** The object with what its fields have from elements. */
export function filled(elements: Elements, kind: string, object: JsonObject): JsonObject {
  return fill(elements, rootOf(kind), object) as JsonObject
}

function fill(elements: Elements, place: Place, value: Json): Json {
  if (Array.isArray(value)) return value.map((item) => fill(elements, itemOf(place), item))
  if (!isObject(value)) return value
  const members = membersOf(place)
  const names = members.some((one) => one.name === 'element' && namesOf(one) === 'element')
  const inside = members.flatMap((one): [string, Json][] => {
    const there = value[one.name]
    return typeof there === 'object' ? [[one.name, fill(elements, one, there)]] : []
  })
  return { ...(names && elementOf(elements, value)), ...value, ...Object.fromEntries(inside) }
}
