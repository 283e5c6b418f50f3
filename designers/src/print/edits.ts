import type { JsonObject } from '../../../runtime-ui/src/render'
import { at, insert, objectsOf, wordOf, type Path } from '../draft/edit'
import { bandsOf, nameOf, number, round } from './model'
import type { Picture } from './picture'

/** The template without elements; a band keeps its list, which the language asks for. */
export function without(object: JsonObject, names: Set<string>): JsonObject {
  const bands = bandsOf(object).map((band) => {
    const all = objectsOf(band['elements'])
    const left = all.filter((one) => !names.has(nameOf(wordOf(band['key']), wordOf(one['key']))))
    return left.length === all.length ? band : { ...band, elements: left }
  })
  return { ...object, bands }
}

/** The template with elements drawn over all of their bands, or under. */
export function stacked(object: JsonObject, names: Set<string>, over: boolean): JsonObject {
  const bands = bandsOf(object).map((band) => {
    const isMeant = (one: JsonObject) => names.has(nameOf(wordOf(band['key']), wordOf(one['key'])))
    const all = objectsOf(band['elements'])
    const [moved, others] = [all.filter(isMeant), all.filter((one) => !isMeant(one))]
    if (moved.length === 0) return band
    return { ...band, elements: over ? [...others, ...moved] : [...moved, ...others] }
  })
  return { ...object, bands }
}

/** A key that no element or band of the template has. */
function freeKey(object: JsonObject, wanted: string): string {
  const bands = bandsOf(object)
  const taken = new Set([
    ...bands.map((band) => wordOf(band['key'])),
    ...bands.flatMap((band) => objectsOf(band['elements']).map((one) => wordOf(one['key']))),
  ])
  if (!taken.has(wanted)) return wanted
  const stem = wanted.replace(/_\d+$/, '')
  let n = 2
  while (taken.has(`${stem}_${n}`)) n++
  return `${stem}_${n}`
}

/** The template with an element more at the end of a band, and the element's name. */
export function withElement(object: JsonObject, band: string, element: JsonObject) {
  const index = bandsOf(object).findIndex((one) => one['key'] === band)
  const list = ['bands', index, 'elements']
  const key = freeKey(object, wordOf(element['key']))
  const last = objectsOf(at(object, list)).length
  return {
    object: insert(object, list, last, { ...element, key }),
    name: nameOf(band, key),
  }
}

const gap = 1 // mm between an element and the next

/** The element below those of its band, where there is room. */
export function below(object: JsonObject, band: string, element: JsonObject): JsonObject {
  const here = bandsOf(object).find((one) => one['key'] === band)
  const ends = objectsOf(here?.['elements']).map((one) => number(one['y']) + number(one['height']))
  const y = Math.max(0, ...ends) + gap
  const fits = ends.length > 0 && y + number(element['height']) <= number(here?.['height'])
  return fits ? { ...element, y } : element
}

/** Copies of elements, a little to the right and below. */
export function duplicated(object: JsonObject, paths: Path[]) {
  const names: string[] = []
  const next = paths.reduce((made, path) => {
    const element = at(object, path) as JsonObject
    const band = wordOf(at(object, [...path.slice(0, 2), 'key']))
    const copy = { ...element, x: number(element['x']) + 2, y: number(element['y']) + 2 }
    const one = withElement(made, band, copy)
    names.push(one.name)
    return one.object
  }, object)
  return { object: next, names }
}

const words = (zh: string, en: string, es: string): JsonObject => ({ zh, en, es })

/** What the palette has, by its word. */
const elements: Record<string, () => JsonObject> = {
  text: () => ({
    key: 'text',
    type: 'text',
    width: 25,
    height: 5,
    text: words('文字', 'Text', 'Texto'),
    fit: 'shrink',
  }),
  line: () => ({ key: 'rule', type: 'line', width: 30, height: 0.3 }),
  box: () => ({ key: 'box', type: 'box', width: 20, height: 10, stroke: 0.3 }),
  page: () => ({ key: 'page', type: 'page', width: 20, height: 4, size: 8, align: 'right' }),
}

/** An element of the palette at a place in its band, in mm. */
export function elementOf(kind: string, x: number, y: number): JsonObject {
  const { key, type, ...rest } = elements[kind]?.() ?? {}
  return { key: key ?? kind, type: type ?? kind, x, y, ...rest }
}

/** A field, as text, as its picture, or as a code. */
export function fieldElement(path: string, code: string, x: number, y: number): JsonObject {
  const key = path.replaceAll('.', '_')
  const place = { x, y }
  if (code === '') {
    return { key, type: 'text', ...place, width: 30, height: 5, field: path, fit: 'shrink' }
  }
  if (code === 'image') return { key, type: 'image', ...place, width: 20, height: 20, field: path }
  const square = code === 'qr' || code.endsWith('datamatrix')
  const size = square ? { width: 16, height: 16 } : { width: 50, height: 14 }
  const more = square ? {} : { human: true }
  return { key: `${key}_code`, type: 'code', ...place, ...size, field: path, code, ...more }
}

const perMM = 8 // pixels of an imported picture: the dots of most label printers

/** A picture in its own proportions, no larger than there is room for, in mm. */
export function pictureElement(
  { base64, width, height }: Picture,
  room: Room,
  x: number,
  y: number,
) {
  const share = Math.min(1, room.width / (width / perMM), room.height / (height / perMM))
  const side = (pixels: number) => Math.max(1, round((pixels / perMM) * share))
  const size = { width: side(width), height: side(height) }
  return { key: 'picture', type: 'image', x, y, ...size, image: base64 }
}

/** How much room there is, in mm. */
interface Room {
  width: number
  height: number
}

/** The template with a band more; those of the table go over a set of lines. */
export function withBand(object: JsonObject, kind: string, lines: string) {
  const made = kind === 'table' ? ['table_head', 'line'] : [kind]
  const heights: Record<string, number> = { line: 6, table_head: 7, head: 12, foot: 8, body: 20 }
  let next = kind === 'table' && lines !== '' ? { ...object, lines } : object
  for (const one of made) {
    const band = { key: freeKey(next, one), kind: one, height: heights[one] ?? 8, elements: [] }
    next = insert(next, ['bands'], bandsOf(next).length, band)
  }
  return next
}
