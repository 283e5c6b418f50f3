/** A timetable that people say in words: the key of the text with its arguments. */
export interface Timetable {
  key: 'minutely' | 'every' | 'hourly' | 'daily'
  words: Record<string, string>
}

const two = (text: string) => text.padStart(2, '0')

/** Reads a cron text; undefined for one that only its five fields say. */
export function timetableOf(cron: string, zone: string): Timetable | undefined {
  const [minute = '', hour = '', ...days] = cron.split(' ')
  if (days.some((field) => field !== '*')) return undefined
  const step = /^\*\/(\d+)$/.exec(minute)?.[1]
  const plain = /^\d+$/
  if (hour === '*') {
    if (minute === '*') return { key: 'minutely', words: {} }
    if (step !== undefined) return { key: 'every', words: { n: step } }
    return plain.test(minute) ? { key: 'hourly', words: { minute } } : undefined
  }
  if (!plain.test(minute) || !plain.test(hour)) return undefined
  return { key: 'daily', words: { at: `${two(hour)}:${two(minute)}`, zone } }
}
