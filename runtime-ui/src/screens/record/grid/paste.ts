import type { ColumnMeta, FieldMeta } from '../../../data/screen'
import type { CellChange } from '../recordStore'
import type { Read } from './meaning'

/** A pasted block: its rows, and the field of each of its columns; undefined where none takes it. */
export interface Block {
  rows: string[][]
  fields: (FieldMeta | undefined)[]
}

/**
 * Places pasted cells from a column on. Rows that begin with the titles of columns say themselves
 * where they belong.
 */
export function blockOf(
  rows: string[][],
  from: string,
  columns: ColumnMeta[],
  openField: (name: string) => FieldMeta | undefined,
): Block {
  const [head = [], ...others] = rows
  const titled = head.map((text) => columns.find(({ title }) => title === text))
  if (others.length > 0 && head.length > 0 && titled.every((column) => column !== undefined)) {
    return { rows: others, fields: titled.map(({ field }) => openField(field)) }
  }
  const first = columns.findIndex(({ field }) => field === from)
  const width = Math.max(...rows.map((row) => row.length))
  const fields = columns.slice(first, first + width).map(({ field }) => openField(field))
  return { rows, fields }
}

/** The changes that a block makes to the lines of these keys. */
export function changesOfBlock(
  { rows, fields }: Block,
  keys: string[],
  reads: Map<string, Read>,
  unread: (text: string) => string,
): CellChange[] {
  return rows.flatMap((row, index) =>
    row.flatMap((text, at) => {
      const field = fields[at]
      const key = keys[index]
      if (field === undefined || key === undefined) return []
      if (text === '') return [{ key, name: field.key, value: null }]
      const meaning = reads.get(field.key)?.(text)
      if (meaning !== undefined) return [{ key, name: field.key, ...meaning }]
      return [{ key, name: field.key, value: null, error: unread(text) }]
    }),
  )
}
