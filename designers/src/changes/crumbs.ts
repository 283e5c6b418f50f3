import type { Json } from '../../../runtime-ui/src/render'
import { isObject } from '../draft/edit'
import { itemOf, keyOf, membersOf, rootOf, type Place } from '../schema/schemas'

/** A step of the way to a place: a word of the metadata language, a language, or a key. */
export interface Crumb {
  word: string
  is: 'member' | 'language' | 'key'
}

/** The way to a place of an object of a kind, as overlays name it. */
export function crumbsOf(kind: string, at: string): Crumb[] {
  let place: Place | undefined = rootOf(kind)
  return at.split('/').map((word) => {
    const here: Place | undefined = place
    if (here === undefined) return { word, is: 'key' }
    if (here.of === 'text') return { word, is: 'language' }
    if (keyOf(here) !== undefined) {
      place = itemOf(here)
      return { word, is: 'key' }
    }
    place = membersOf(here).find(({ name }) => name === word)
    return { word, is: place === undefined ? 'key' : 'member' }
  })
}

/** Whether a value is a text in several languages. */
export function isText(value: Json): boolean {
  return isObject(value) && typeof value['en'] === 'string' && typeof value['zh'] === 'string'
}
