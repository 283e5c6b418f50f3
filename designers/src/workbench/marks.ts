import type { EditedObject, JsonObject } from '../../../runtime-ui/src/render'

/** The names of the parts that the site says, or says something of. */
export function siteNames({ overlay }: EditedObject): Set<string> {
  const names = (overlay?.ops ?? []).flatMap(({ op, at, value }) =>
    op === 'add' ? namesOf(at, value as JsonObject) : [partOf(at)],
  )
  return new Set(names)
}

/** An added item is known by the first of its members that can name it. */
function namesOf(list: string, item: JsonObject | undefined): string[] {
  const known = ['key', 'field', 'value', 'id', 'set', 'list', 'as', 'code']
  return known.flatMap((name) => {
    const value = item?.[name]
    return typeof value === 'string' || typeof value === 'number' ? [`${list}/${value}`] : []
  })
}

/** A member that is set belongs to the part that has it. */
function partOf(at: string): string {
  return at.split('/').slice(0, -1).join('/')
}
