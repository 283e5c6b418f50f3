import dayjs from 'dayjs'
import type { ReportColumn, ReportRow } from '../../data/report'
import { asText, isEmpty } from '../../format/plain'
import type { Words } from '../../fields/kit'
import { fieldKits } from '../../fields/kits'

/** What a row says in a column: the words for a group, a figure as people write it. */
export function wordsOf(column: ReportColumn, row: Record<string, unknown>, words: Words): string {
  const value = row[column.key]
  const label = row[`${column.key}__label`]
  if (!isEmpty(label)) return asText(label)
  if (isEmpty(value)) return column.role === 'group' ? '–' : ''
  if (column.period !== undefined && column.period !== 'hour') {
    return periodText(asText(value), column.period)
  }
  return fieldKits[column.type].format(value, shapeOf(column), words)
}

/** What a figure says without its unit, which stands beside it. */
export function figureOf(column: ReportColumn, row: Record<string, unknown>, words: Words): string {
  const bare = { ...column }
  delete bare.unit
  return wordsOf(bare, row, words)
}

/** A period by its first day, as short as it is clear. */
function periodText(
  first: string,
  period: Exclude<ReportColumn['period'], undefined | 'hour'>,
): string {
  if (period === 'age' || period === 'left') return first
  if (period === 'month') return first.slice(0, 7)
  if (period === 'year') return first.slice(0, 4)
  if (period === 'day') return first
  return `${first} – ${dayjs(first).add(6, 'day').format('MM-DD')}`
}

function shapeOf({ type, title, scale, unit }: ReportColumn) {
  return {
    type,
    title,
    ...(scale === undefined ? {} : { scale }),
    ...(unit === undefined ? {} : { unit }),
  }
}

/** A key for a row: its groups. */
export function rowKey(columns: ReportColumn[], row: ReportRow): string {
  const groups = columns.filter(({ role }) => role === 'group')
  return JSON.stringify(groups.map(({ key }) => row[key] ?? null))
}
