import type { Row } from '../../../data/rows'
import type { ColumnMeta } from '../../../data/screen'
import { asText, isEmpty } from '../../../format/plain'
import type { Words } from '../../../fields/kit'
import { fieldKits } from '../../../fields/kits'
import { isNumeric } from './sums'

/** Cells as a spreadsheet takes them: tabs between columns, a line per row. */
export function asTable(rows: Row[], columns: ColumnMeta[], words: Words): string {
  const line = (row: Row) =>
    columns.map((column) => quoted(plainText(row, column, words))).join('\t')
  return rows.map(line).join('\n')
}

/** A value as a spreadsheet reads it: figures without grouping and units, the rest in words. */
function plainText(row: Row, column: ColumnMeta, words: Words): string {
  const value = row[column.field]
  if (isEmpty(value)) return ''
  if (isNumeric(column)) return asText(value)
  const label = row[`${column.field}__label`]
  return fieldKits[column.type].format(isEmpty(label) ? value : label, column, words)
}

function quoted(text: string): string {
  return /[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Puts a text on the clipboard; over plain HTTP only the old way is open. */
export async function toClipboard(text: string): Promise<void> {
  try {
    if (!window.isSecureContext) throw new Error('not over plain HTTP')
    await navigator.clipboard.writeText(text)
  } catch {
    copyTheOldWay(text)
  }
}

function copyTheOldWay(text: string) {
  const put = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
  }
  document.addEventListener('copy', put, { once: true })
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- nothing newer works without TLS
  const done = document.execCommand('copy')
  document.removeEventListener('copy', put)
  if (!done) throw new Error('list.copy_failed')
}
