import { relativeTime } from '../fields/instant/format'

const dayMs = 24 * 3_600_000

/** How long ago something began, in words: a text key and the number that stands in it. */
export function elapsed(sinceMs: number, nowMs: number): { key: string; n: number; count: number } {
  const near = relativeTime(new Date(sinceMs).toISOString(), nowMs)
  const { key, count } = near ?? { key: 'time.days', count: Math.floor((nowMs - sinceMs) / dayMs) }
  return { key, n: count, count }
}
