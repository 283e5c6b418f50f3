import type { Meant } from '../../data/code'
import { addressOf } from '../../page/page'
import type { Place } from '../../page/menus'
import type { Target } from './targets'

/** The screens that show one kind of document each, by the document's key. */
export function documentsOf(places: Map<string, Place>): Map<string, Place> {
  return screensBy(places, 'document')
}

/** Where the records lead that a code means, as far as a screen of theirs is granted. */
export function targetsOfCode(places: Map<string, Place>, found: Meant[]): Target[] {
  const documents = documentsOf(places)
  const lists = screensBy(places, 'list')
  return found.flatMap(({ table, id, label }) => {
    const document = documents.get(table)
    const place = document ?? lists.get(table)
    if (place === undefined) return []
    const path =
      document === undefined
        ? addressOf(place.path, { field: 'id', op: 'eq', value: id })
        : `${place.path}/${id}`
    return [{ path, title: label ?? String(id), trail: place.node.meta.title }]
  })
}

function screensBy(places: Map<string, Place>, wanted: string): Map<string, Place> {
  const found = new Map<string, Place>()
  for (const place of places.values()) {
    const [kind, key] = (place.node.meta.screen ?? '').split(':')
    if (kind === wanted && key !== undefined && !found.has(key)) found.set(key, place)
  }
  return found
}
