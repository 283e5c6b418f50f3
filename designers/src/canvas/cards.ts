import type { JsonObject } from '../../../runtime-ui/src/render'
import { objectsOf, put, wordOf } from '../draft/edit'
import { newItem } from '../panel/useParts'
import { listOf } from '../schema/schemas'

/** Where a card lies, in cells of a grid of twelve columns. */
interface CardPlace {
  x: number
  y: number
  w: number
  h: number
}

const sides = ['x', 'y', 'w', 'h'] as const

export function placeOf(card: JsonObject): CardPlace {
  const place = (card['place'] ?? {}) as JsonObject
  const side = (name: keyof CardPlace, least: number) => Math.max(Number(place[name] ?? 0), least)
  return { x: side('x', 0), y: side('y', 0), w: side('w', 1), h: side('h', 1) }
}

/** The page with its cards where a layout has them; the same page when none moved. */
export function placed(
  home: JsonObject,
  layout: readonly ({ i: string } & CardPlace)[],
): JsonObject {
  return objectsOf(home['cards']).reduce((page, card, i) => {
    const now = layout.find((one) => one.i === card['key'])
    const was = placeOf(card)
    if (now === undefined || sides.every((side) => was[side] === now[side])) return page
    return put(page, ['cards', i, 'place'], { x: now.x, y: now.y, w: now.w, h: now.h })
  }, home)
}

const title = { zh: '新卡片', en: 'New card', es: 'Tarjeta nueva' }

/** What a card of each kind begins with; lists and reports are chosen in the panel. */
const beginnings: Record<string, () => JsonObject> = {
  sentence: () => ({ title, figures: [figure] }),
  work: () => ({ title, figures: [figure] }),
  list: () => ({ title, list: '', columns: [] }),
  chart: () => ({ title, report: '' }),
  shortcuts: () => ({ title, menus: [] }),
  search: () => ({ title, list: '' }),
  page: () => ({ title, page: '' }),
  text: () => ({ title, text: title }),
}

const figure: JsonObject = {
  key: 'x_count',
  list: '',
  words: { zh: '{n} 条', en: '{n} records', es: '{n} registros' },
  one: { zh: '1 条', en: '1 record', es: '1 registro' },
  none: { zh: '没有记录', en: 'No records', es: 'Ningún registro' },
}

export const cardKinds = Object.keys(beginnings)

/** A card of a kind under all others, by a name that none of them has. */
export function cardOf(kind: string, others: JsonObject[]): JsonObject {
  const bottom = Math.max(0, ...others.map(placeOf).map(({ y, h }) => y + h))
  const { key } = newItem(listOf('home', 'cards'), others)
  const place = { x: 0, y: bottom, w: 4, h: 2 }
  return { key: wordOf(key), kind, place, ...beginnings[kind]?.() }
}
