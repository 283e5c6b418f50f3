import type { Json, JsonObject } from '../../../runtime-ui/src/render'
import { wordOf } from './edit'

/** The names of a list's items, under the member by which they are known. */
export function namesOf(items: Json[], key: string): Set<string> {
  return new Set(items.map((item) => wordOf((item as JsonObject | null)?.[key])))
}

/** The number after all that are there. */
export function nextNumber(names: Set<string>): number {
  return Math.max(0, ...[...names].map(Number)) + 1
}

/** A name with the first number behind it, from one on, that nobody has. */
export function freeName(names: Set<string>, name: string, from: number): string {
  let n = from
  while (names.has(`${name}_${n}`)) n++
  return `${name}_${n}`
}
