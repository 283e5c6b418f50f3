import type { LoggedField } from '../../../data/upkeep'
import { fieldKits } from '../../../fields/kits'
import type { Words } from '../../../fields/kit'

/** A value as the log tells it; what was a key came as its words. */
export function loggedText(value: unknown, field: LoggedField, words: Words): string {
  if (value === null || value === '') return '–'
  const kit = fieldKits[typeof value === 'string' && isKey(field) ? 'text' : field.type]
  return kit.format(value, field, words) || '–'
}

const isKey = ({ type }: LoggedField) =>
  type === 'enum' || type === 'reference' || type === 'parent'
