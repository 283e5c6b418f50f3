const minute = 60 // seconds
const hour = 60 * minute
const day = 24 * hour

/** How long something has lasted, in words: a text key and the number that stands in it. */
export function elapsed(ms: number): { key: string; n: number; count: number } {
  const seconds = ms / 1000
  const worded = (unit: string, n: number) => ({ key: `time.${unit}`, n, count: n })
  if (seconds < 30) return worded('just_now', 0)
  if (seconds < hour) return worded('minutes', Math.ceil(seconds / minute))
  if (seconds < day) return worded('hours', Math.ceil(seconds / hour))
  return worded('days', Math.floor(seconds / day))
}
