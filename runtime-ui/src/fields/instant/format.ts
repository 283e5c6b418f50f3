import dayjs from 'dayjs'
import { asText, isEmpty } from '../kit'

const patterns: Record<string, string> = {
  zh: 'YYYY-MM-DD HH:mm',
  en: 'D MMM YYYY HH:mm',
  es: 'D MMM YYYY HH:mm',
}
const minute = 60 // seconds
const hour = 60 * minute
const day = 24 * hour

/** An instant in the browser's time zone, to the minute. */
export function exactTime(value: unknown, language: string): string {
  return isEmpty(value) ? '' : dayjs(asText(value)).format(patterns[language])
}

/** What is said of a time within two days: a text key and its number; undefined beyond. */
export function relativeTime(
  value: unknown,
  now: number,
): { key: string; count: number } | undefined {
  const seconds = (now - dayjs(asText(value)).valueOf()) / 1000
  if (seconds < 30) return { key: 'time.just_now', count: 0 }
  if (seconds < hour) return { key: 'time.minutes', count: Math.ceil(seconds / minute) }
  if (seconds < day) return { key: 'time.hours', count: Math.ceil(seconds / hour) }
  if (seconds < 2 * day) return { key: 'time.one_day', count: 1 }
  return undefined
}
