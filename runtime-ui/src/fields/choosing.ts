import { createContext } from 'react'
import type { ChosenFor } from '../data/chosen'
import type { FieldMeta } from '../data/screen'
import { isEmpty } from '../format/plain'

/** For what a record is chosen, as far as the choice depends on it. */
export interface Choosing {
  for: ChosenFor
  /** Titles of the fields that the person must fill before anything can be chosen. */
  lacks: string[]
}

/** Set around an editor whose choices depend on the record. */
export const ChoosingContext = createContext<Choosing | undefined>(undefined)

/**
 * What the choices of a field depend on; undefined where they depend on nothing. A field without a
 * title is not for the person to fill: the server knows its value.
 */
export function choosingOf(
  table: string,
  field: FieldMeta,
  valueOf: (name: string) => unknown,
  titleOf: (name: string) => string | undefined,
): Choosing | undefined {
  if (field.where !== true) return undefined
  const names = field.fits ?? []
  const record = Object.fromEntries(names.map((name) => [name, valueOf(name)]))
  const lacks = names.filter((name) => isEmpty(record[name])).flatMap((name) => titleOf(name) ?? [])
  return { for: { table, field: field.key, record }, lacks }
}
