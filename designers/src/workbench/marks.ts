import type { EditedObject, JsonObject } from '../../../runtime-ui/src/render'

/** The names of the parts that the site says, or says something of. */
export function siteNames({ overlay }: EditedObject): Set<string> {
  const names = (overlay?.ops ?? []).flatMap(({ op, at, value }) =>
    op === 'add' ? nameOf(at, value as JsonObject) : [partOf(at)],
  )
  return new Set(names)
}

/** An added item is known by its key. */
function nameOf(list: string, item: JsonObject | undefined): string[] {
  const key = item?.['key']
  return typeof key === 'string' || typeof key === 'number' ? [`${list}/${key}`] : []
}

/** A member that is set belongs to the part that has it. */
function partOf(at: string): string {
  return at.split('/').slice(0, -1).join('/')
}
