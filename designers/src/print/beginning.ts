import { kitOf, type Json, type JsonObject } from '../../../runtime-ui/src/render'
import { objectsOf, wordOf } from '../draft/edit'

/** What a new template is printed on, in mm. */
export interface Size {
  width: number
  height: number
}

export const sizes: Record<string, Size> = {
  '60 × 40': { width: 60, height: 40 },
  '40 × 30': { width: 40, height: 30 },
  '100 × 150': { width: 100, height: 150 },
  'A4 · 210 × 297': { width: 210, height: 297 },
  'A5 · 148 × 210': { width: 148, height: 210 },
}

/** True for types whose values stand in a line of paper. */
function isLine({ type }: JsonObject): boolean {
  return (kitOf(wordOf(type))?.shown ?? 'line') === 'line'
}

/** An empty template: of a label one band, of a sheet head, body and foot. */
export function emptyPrint(key: string, title: Json, table: string, size: Size): JsonObject {
  const isLabel = size.width <= 110
  const margin = isLabel ? {} : { margin: { top: 12, right: 12, bottom: 10, left: 12 } }
  const band = (kind: string, height: number, elements: Json[] = []): JsonObject => ({
    key: kind === 'body' ? 'body' : `page_${kind}`,
    kind,
    height,
    elements,
  })
  const wide = size.width - 24
  const heading: JsonObject = {
    key: 'heading',
    type: 'text',
    x: 0,
    y: 2,
    width: wide,
    height: 9,
    text: title,
    size: 18,
    bold: true,
    fit: 'shrink',
  }
  const numbered: JsonObject = {
    key: 'page',
    type: 'page',
    x: wide - 30,
    y: 2,
    width: 30,
    height: 4,
    size: 8,
    align: 'right',
    colour: 'grey',
  }
  const bands = isLabel
    ? [band('body', size.height)]
    : [band('head', 16, [heading]), band('body', 30), band('foot', 8, [numbered])]
  return { kind: 'print', key, title, table, paper: { ...size, ...margin }, bands }
}

const row = 6 // mm of a line of fields
const edge = 2 // mm around a label

/** The same with the table's first fields in its body, each with its word before it. */
export function filledPrint(empty: JsonObject, size: Size, table: JsonObject): JsonObject {
  const bands = objectsOf(empty['bands'])
  const isLabel = bands.length === 1
  const around = isLabel ? edge : 0
  const wide = isLabel ? size.width - 2 * edge : size.width - 24
  const most = isLabel ? Math.floor((size.height - 2 * edge) / row) : 12
  const fields = objectsOf(table['fields']).filter(isLine).slice(0, most)
  const elements = fields.flatMap((field, i): JsonObject[] => {
    const key = wordOf(field['key'])
    const y = around + i * row
    const shared = { type: 'text', y, height: row - 1, fit: 'shrink', vertical: 'middle' }
    const word = field['title'] ?? { zh: key, en: key, es: key }
    return [
      {
        key: `${key}_word`,
        ...shared,
        x: around,
        width: wide * 0.35,
        text: word,
        size: 8,
        colour: 'grey',
      },
      { key, ...shared, x: around + wide * 0.37, width: wide * 0.63, field: key, size: 10 },
    ]
  })
  const filled = bands.map((band) =>
    band['kind'] !== 'body'
      ? band
      : { ...band, elements, height: isLabel ? size.height : Math.max(30, fields.length * row) },
  )
  return { ...empty, bands: filled }
}
