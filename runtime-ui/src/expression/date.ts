import { badValue, type Value } from './value'

const dayMs = 24 * 60 * 60 * 1000

/** The furthest that two dates can be apart, in days. */
const farDays = 3_652_060

/** Reads "YYYY-MM-DD" as midnight UTC. */
export function parseDate(value: Value): Date {
  const match = typeof value === 'string' ? /^(\d{4})-(\d\d)-(\d\d)$/.exec(value) : null
  if (match === null) throw badValue('date', value)
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number]
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  if (year < 1 || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day)
    throw badValue('date', value)
  return date
}

/** The date so many days later. */
export function addDays(value: Value, days: number): string {
  const date = parseDate(value)
  if (Math.abs(days) > farDays) throw badValue('int', days)
  date.setUTCDate(date.getUTCDate() + days)
  const year = date.getUTCFullYear()
  if (year < 1 || year > 9999) throw badValue('date', year)
  return date.toISOString().slice(0, 10)
}

/** The days from b to a. */
export function daysBetween(a: Value, b: Value): number {
  return (parseDate(a).getTime() - parseDate(b).getTime()) / dayMs
}
