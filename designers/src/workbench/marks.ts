import { useCallback, useMemo } from 'react'
import type { EditedObject, JsonObject } from '../../../runtime-ui/src/render'
import { at } from '../draft/edit'
import { byName, outlineOf, type OutlineNode } from '../outline/nodes'

/** What of an object is the site's, and what of it was edited since it was loaded. */
export function useMarks(kind: string, loaded: EditedObject, object: JsonObject) {
  const ours = useMemo(() => siteNames(loaded), [loaded])
  const was = useMemo(() => byName(outlineOf(kind, loaded.object)), [kind, loaded.object])
  const isOwn = useCallback(
    ({ name }: OutlineNode) => loaded.layer === 'site' || ours.has(name),
    [loaded.layer, ours],
  )
  const markOf = useCallback(
    (node: OutlineNode) => {
      const before = was.get(node.name)
      const same = before !== undefined && at(loaded.object, before.path) === at(object, node.path)
      if (!same) return 'edited'
      return node.kind !== 'list' && node.name !== '' && isOwn(node) ? 'site' : undefined
    },
    [was, loaded.object, object, isOwn],
  )
  /** What only code may decide stays as it is on a part that is shipped. */
  const isFixed = (node: OutlineNode) => {
    const before = was.get(node.name)
    return !isOwn(node) && before !== undefined && at(loaded.object, before.path) !== undefined
  }
  return { markOf, isFixed }
}

/** The names of the parts that the site says, or says something of. */
export function siteNames({ overlay }: EditedObject): Set<string> {
  const names = (overlay?.ops ?? []).flatMap(({ op, at: name, value }) =>
    op === 'add' ? nameOf(name, value as JsonObject) : [partOf(name)],
  )
  return new Set(names)
}

/** An added item is known by its key. */
function nameOf(list: string, item: JsonObject | undefined): string[] {
  const key = item?.['key']
  return typeof key === 'string' || typeof key === 'number' ? [`${list}/${key}`] : []
}

/** A member that is set belongs to the part that has it. */
function partOf(name: string): string {
  return name.split('/').slice(0, -1).join('/')
}
