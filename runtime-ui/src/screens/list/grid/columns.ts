import type { ColumnMeta, FieldType, Option } from '../../../data/screen'

/** How a person likes the columns of a list; fields that are no longer there mean nothing. */
export interface Arrangement {
  order: string[]
  hidden: string[]
  widths: Record<string, number> // px
}

export const narrowest = 48 // px
const plainFontSize = 14 // px, of the widths in this file

const usual: Record<FieldType, number> = {
  address: 260,
  barcode: 150,
  boolean: 80,
  code: 140,
  colour: 110,
  date: 110,
  decimal: 100,
  enum: 110,
  file: 120,
  id: 90,
  image: 100,
  instant: 150,
  integer: 90,
  json: 200,
  length: 100,
  long_text: 260,
  money: 120,
  multi_reference: 240,
  parent: 180,
  reference: 180,
  rich_text: 260,
  secret: 120,
  text: 200,
  weight: 100,
}

/** The columns as the screen defines them. */
export function plainArrangement(columns: ColumnMeta[]): Arrangement {
  return {
    order: columns.map(({ field }) => field),
    hidden: columns.filter(({ hidden }) => hidden === true).map(({ field }) => field),
    widths: {},
  }
}

/** All columns in a person's order; those that came later stand at the end. */
export function inOrder(columns: ColumnMeta[], { order }: Arrangement): ColumnMeta[] {
  const place = ({ field }: ColumnMeta) => (order.includes(field) ? order.indexOf(field) : Infinity)
  return [...columns].sort((a, b) => (place(a) === place(b) ? 0 : place(a) - place(b)))
}

/** Whether a column is shown; one that came later is as the screen defines it. */
export function isShown({ field, hidden }: ColumnMeta, arrangement: Arrangement): boolean {
  if (arrangement.hidden.includes(field)) return false
  return arrangement.order.includes(field) || hidden !== true
}

/** The order after a field took the place of another. */
export function moveTo(order: string[], field: string, target: string): string[] {
  const [from, to] = [order.indexOf(field), order.indexOf(target)]
  if (from < 0 || to < 0 || from === to) return order
  const rest = order.filter((one) => one !== field)
  rest.splice(to, 0, field)
  return rest
}

/**
 * Width in px: the person's, else the screen's or what the type usually needs below its title, as
 * wide as letters of `fontSize` px make it.
 */
export function widthOf(column: ColumnMeta, { widths }: Arrangement, fontSize: number): number {
  return widths[column.field] ?? Math.round((plainWidth(column) * fontSize) / plainFontSize)
}

/** States are not cut short, however long their words are in a language. */
export function withRoom(column: ColumnMeta, options: Option[] = []): ColumnMeta {
  const states = options.filter(({ phase }) => phase !== undefined)
  const longest = Math.max(0, ...states.map(({ label }) => textWidth(label)))
  if (longest === 0) return column
  return { ...column, width: Math.max(plainWidth(column), longest + aroundTag) }
}

const aroundTag = 48 // px, of a tag and its cell
const aroundTitle = 52

function plainWidth({ width, type, title }: ColumnMeta): number {
  return width ?? Math.max(usual[type], textWidth(title) + aroundTitle)
}

/** About what a text takes, in px; Chinese signs are wider. */
function textWidth(text: string): number {
  return Array.from(text).reduce((sum, sign) => sum + (sign > '\u2e80' ? 14 : 8), 0)
}
