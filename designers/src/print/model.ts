import type { BandPlace, JsonObject } from '../../../runtime-ui/src/render'
import { at, objectsOf, put, wordOf, type Path } from '../draft/edit'

/** A rectangle on a page, in mm. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** An element of a template where it lies on a page. */
export interface Placed {
  name: string // as the outline names it
  key: string
  type: string
  path: Path
  band: string
  page: number // from 1
  box: Box
  /** Left upper corner of its band, in mm. */
  origin: { x: number; y: number }
}

/** The bands of a template, in their order. */
export function bandsOf(object: JsonObject): JsonObject[] {
  return objectsOf(object['bands'])
}

export const number = (value: unknown) => (typeof value === 'number' ? value : 0)

/** The name of an element in the outline. */
export const nameOf = (band: string, element: string) => `bands/${band}/elements/${element}`

/** The band of a part; '' for none. */
export function bandOf(name: string): string {
  const [list, band = ''] = name.split('/')
  return list === 'bands' ? band : ''
}

/** Where each band was drawn first. */
export function firstPlaces(places: BandPlace[]): Map<string, BandPlace> {
  const first = new Map<string, BandPlace>()
  for (const place of places) if (!first.has(place.band)) first.set(place.band, place)
  return first
}

/** The elements of all bands that are drawn, as the draft in hand says it. */
export function placedOf(object: JsonObject, places: BandPlace[]): Placed[] {
  const first = firstPlaces(places)
  return bandsOf(object).flatMap((band, i) => {
    const place = first.get(wordOf(band['key']))
    if (place === undefined) return []
    return objectsOf(band['elements']).map((element, j) => {
      const low = element['low'] === true ? place.grown : 0
      const origin = { x: place.x / 1000, y: (place.y + low) / 1000 }
      return {
        name: nameOf(place.band, wordOf(element['key'])),
        key: wordOf(element['key']),
        type: wordOf(element['type']),
        path: ['bands', i, 'elements', j],
        band: place.band,
        page: place.page,
        origin,
        box: {
          x: origin.x + number(element['x']),
          y: origin.y + number(element['y']),
          width: number(element['width']),
          height: number(element['height']),
        },
      }
    })
  })
}

/** The template with elements at other places; nothing lies left of or above its band. */
export function withBoxes(object: JsonObject, placed: Placed[], boxes: Map<string, Box>) {
  return placed.reduce((next, { name, path, origin }) => {
    const box = boxes.get(name)
    if (box === undefined) return next
    const values = {
      x: Math.max(0, round(box.x - origin.x)),
      y: Math.max(0, round(box.y - origin.y)),
      width: round(box.width),
      height: round(box.height),
    }
    return Object.entries(values).reduce(
      (made, [member, value]) =>
        at(made, [...path, member]) === value ? made : put(made, [...path, member], value),
      next,
    )
  }, object)
}

/** Hundredths of a mm: finer than any printer. */
export const round = (mm: number) => Math.round(mm * 100) / 100
