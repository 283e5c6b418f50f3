import type { JsonObject } from '../../../runtime-ui/src/render'
import { objectsOf, wordOf } from '../draft/edit'

/** Members that hold a row, with the names of fields. */
export const rowMembers = new Set(['row', 'set', 'match'])

/** The names of the given records of a test; of people alone where somebody is meant. */
export function givenNames(test: JsonObject, member: string): string[] {
  return objectsOf(test['given'])
    .filter(({ table }) => member !== 'as' || table === 'user')
    .map(({ key }) => wordOf(key))
}

/** The table whose fields a part of a test names: its own, or that of the record it is about. */
export function tableOfPart(test: JsonObject, part: JsonObject, member: string): string {
  if (member === 'row' || member === 'match') return wordOf(part['table'])
  const of = objectsOf(test['given']).find(({ key }) => key === part['of'])
  return wordOf(of?.['table'])
}
