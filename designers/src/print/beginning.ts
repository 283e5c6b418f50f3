import type { Json, JsonObject } from '../../../runtime-ui/src/render'
import { objectsOf } from '../draft/edit'
import type { Lines, Row } from './rows'

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

/** An empty template: of a label one band, of a sheet head, body and foot. */
export function emptyPrint(key: string, title: Json, table: string, size: Size): JsonObject {
  const margin = isLabel(size) ? {} : { margin: { top: 12, right: 12, bottom: 10, left: 12 } }
  const band = (kind: string, height: number, elements: Json[] = []): JsonObject => ({
    key: kind === 'body' ? 'body' : `page_${kind}`,
    kind,
    height,
    elements,
  })
  const wide = size.width - margins
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
  const bands = isLabel(size)
    ? [band('body', size.height)]
    : [band('head', 16, [heading]), band('body', 30), band('foot', 8, [numbered])]
  return { kind: 'print', key, title, table, paper: { ...size, ...margin }, bands }
}

const row = 6 // mm of a line of fields
const edge = 2 // mm around a label
const margins = 24 // mm beside a sheet, left and right

const isLabel = ({ width }: Size) => width <= 110

/** The template with rows in its body: as many as a label has room for, a sheet all. */
export function filledPrint(empty: JsonObject, size: Size, rows: Row[]): JsonObject {
  const around = isLabel(size) ? edge : 0
  const wide = isLabel(size) ? size.width - 2 * edge : size.width - margins
  const most = isLabel(size) ? Math.floor((size.height - 2 * edge) / row) : rows.length
  const said = isLabel(size) ? rows.filter(({ field }) => field !== undefined) : rows
  const elements = said.slice(0, most).flatMap((one, i): JsonObject[] => {
    const shared = {
      type: 'text',
      y: around + i * row,
      height: row - 1,
      fit: 'shrink',
      vertical: 'middle',
    }
    const { field } = one
    if (field === undefined)
      return [
        { key: `heading_${i}`, ...shared, x: around, width: wide, text: one.word, bold: true },
      ]
    const key = field.replaceAll('.', '_')
    const word = {
      key: `${key}_word`,
      ...shared,
      x: around,
      width: wide * 0.35,
      text: one.word,
      size: 8,
      colour: 'grey',
    }
    return [word, { key, ...shared, x: around + wide * 0.37, width: wide * 0.63, field, size: 10 }]
  })
  const bands = objectsOf(empty['bands']).map((band) =>
    band['kind'] !== 'body'
      ? band
      : {
          ...band,
          elements,
          height: isLabel(size) ? size.height : Math.max(30, said.length * row),
        },
  )
  return { ...empty, bands }
}

const mostColumns = 7
const gutter = 2 // mm between columns

/** The sheet with a table of lines below its body. */
export function withLines(print: JsonObject, size: Size, { set, columns }: Lines): JsonObject {
  const shown = columns.slice(0, mostColumns)
  if (isLabel(size) || shown.length === 0) return print
  const width = Math.floor((size.width - margins) / shown.length)
  const cell = (one: Row, i: number) => ({
    type: 'text',
    x: i * width,
    width: width - gutter,
    ...(one.right && { align: 'right' }),
  })
  const keyOf = ({ field = '' }: Row) => `line_${field.replaceAll('.', '_')}`
  const head = shown.map((one, i): JsonObject => ({
    key: `${keyOf(one)}_word`,
    ...cell(one, i),
    y: 1,
    height: 5,
    text: one.word,
    size: 8,
    bold: true,
    fit: 'shrink',
  }))
  const line = shown.map((one, i): JsonObject => ({
    key: keyOf(one),
    ...cell(one, i),
    y: 0.5,
    height: 5,
    field: one.field ?? '',
    size: 9,
    fit: 'wrap',
  }))
  const rule = { key: 'rule', type: 'line', x: 0, y: 6.5, width: size.width - margins, height: 0.3 }
  const bands = objectsOf(print['bands']).flatMap((band): JsonObject[] =>
    band['kind'] !== 'foot'
      ? [band]
      : [
          { key: 'table_head', kind: 'table_head', height: 7, elements: [...head, rule] },
          { key: 'line', kind: 'line', height: 6, elements: line },
          band,
        ],
  )
  return { ...print, lines: set, bands }
}
