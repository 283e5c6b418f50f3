import type { JsonObject } from '../../../runtime-ui/src/render'
import { isObject, objectsOf } from '../draft/edit'

/** What a date part writes of a day. */
const dates: Record<string, (day: Date) => string> = {
  yyyy: (day) => String(day.getFullYear()),
  yy: (day) => String(day.getFullYear()).slice(2),
  yyMM: (day) => String(day.getFullYear()).slice(2) + two(day.getMonth() + 1),
  yyMMdd: (day) =>
    String(day.getFullYear()).slice(2) + two(day.getMonth() + 1) + two(day.getDate()),
  yyyyMMdd: (day) => String(day.getFullYear()) + two(day.getMonth() + 1) + two(day.getDate()),
}

const two = (n: number) => String(n).padStart(2, '0')

/**
 * Numbers that a code rule makes of a day, the n-th from 1. What comes from the record stands in
 * braces, since there is none.
 */
export function numberOf(rule: JsonObject, day: Date, n: number): string {
  const parts = objectsOf(rule['parts'])
  return parts.map((part) => partOf(part, day, n)).join('')
}

function partOf({ text, date, value, seq }: JsonObject, day: Date, n: number): string {
  if (typeof text === 'string') return text
  if (typeof date === 'string') return dates[date]?.(day) ?? ''
  if (typeof value === 'string') return `{${value}}`
  if (!isObject(seq)) return ''
  return String(n).padStart(Number(seq['width'] ?? 1), '0')
}
