import { fieldKits, kitOf, type JsonObject } from '../../../runtime-ui/src/render'
import type { Member } from '../schema/schemas'

/** Members that some types of fields have, and not all. */
const special = new Set(Object.values(fieldKits).flatMap(({ options }) => options))

/** What can be said of a field of this type; what it says already stays, to be taken away. */
export function membersFor(members: Member[], type: string, said: JsonObject): Member[] {
  const kit = kitOf(type)
  const isField = members.some(({ name, schema }) => name === 'type' && schema.enum?.includes(type))
  if (kit === undefined || !isField) return members
  return members.filter(
    ({ name }) => name in said || !special.has(name) || kit.options.includes(name),
  )
}
