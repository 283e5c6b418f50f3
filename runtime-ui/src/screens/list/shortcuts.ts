import type { Dayjs } from 'dayjs'
import type { FieldType } from '../../data/screen'

/** Ranges that people ask for by a word; each ends now, whenever that is. */
export const shortcuts = ['today', 'week', 'month', 'quarter'] as const
export type Shortcut = (typeof shortcuts)[number]

const daysBack: Record<Exclude<Shortcut, 'today'>, number> = { week: 7, month: 30, quarter: 90 }

/** True for a range that is a word, not two ends. */
export function isShortcut(value: unknown): value is Shortcut {
  return shortcuts.some((shortcut) => shortcut === value)
}

/** Both ends of a shortcut at a moment: exact days back to now; plain days for date fields. */
export function rangeOf(shortcut: Shortcut, type: FieldType, now: Dayjs): [string, string] {
  const from = shortcut === 'today' ? now.startOf('day') : now.subtract(daysBack[shortcut], 'day')
  const text = (end: Dayjs) => (type === 'date' ? end.format('YYYY-MM-DD') : end.format(precise))
  return [text(from), text(now)]
}

/** RFC 3339 down to the millisecond. */
const precise = 'YYYY-MM-DDTHH:mm:ss.SSSZ'
