const minute = 60_000
const soon = 60 * minute

/** How near a deadline is, as a colour says it. */
export type Urgency = 'late' | 'soon' | 'later'

export function urgencyOf(due: number, now: number): Urgency {
  if (due < now) return 'late'
  return due - now <= soon ? 'soon' : 'later'
}

/** The time to a deadline, or since it passed, in words: a text key and its number. */
export function dueWords(due: number, now: number): { key: string; n: number; count: number } {
  const late = due < now
  const minutes = Math.round(Math.abs(due - now) / minute)
  const [unit, n] = spanOf(minutes)
  return { key: `floor.${late ? 'late' : 'due'}_${unit}`, n, count: n }
}

function spanOf(minutes: number): [string, number] {
  if (minutes < 120) return ['minutes', minutes]
  const hours = Math.round(minutes / 60)
  return hours < 48 ? ['hours', hours] : ['days', Math.round(hours / 24)]
}
