import dayjs, { type Dayjs } from 'dayjs'
import timezone from 'dayjs/plugin/timezone'
import utc from 'dayjs/plugin/utc'
import { asText, isEmpty } from './plain'
import { languageOf } from './languages'

dayjs.extend(utc)
dayjs.extend(timezone)

const patterns: Record<string, string> = {
  zh: 'YYYY-MM-DD HH:mm',
  en: 'D MMM YYYY HH:mm',
  es: 'D MMM YYYY HH:mm',
}
const wallPattern = 'YYYY-MM-DDTHH:mm:ss'
const minute = 60 // seconds
const hour = 60 * minute
const day = 24 * hour
const clocksDiffer = 30 // seconds that a clock may be ahead of the reader's

let workZone: string | undefined

/** Times are told by the clock of the place where the person works; the browser's when unknown. */
export function setZone(name: string | undefined) {
  workZone = name === undefined || !isZone(name) ? undefined : name
}

function isZone(name: string): boolean {
  try {
    return name !== '' && new Intl.DateTimeFormat('en', { timeZone: name }).format() !== ''
  } catch {
    return false
  }
}

/** An instant as the API writes it, or of this machine's clock. */
function instant(value: unknown): Dayjs {
  return dayjs(typeof value === 'number' || value instanceof Date ? value : asText(value))
}

function atWork(value: unknown): Dayjs {
  const at = instant(value)
  return workZone === undefined ? at : at.tz(workZone)
}

/** The zone of a time, where the place of work does not have the browser's clock: UTC+8. */
export function zoneOf(value: unknown): string {
  const at = atWork(value)
  const ahead = at.utcOffset()
  if (workZone === undefined || ahead === instant(value).utcOffset()) return ''
  const minutes = Math.abs(ahead) % 60
  const hours = Math.trunc(Math.abs(ahead) / 60)
  const tail = minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`
  return `UTC${ahead < 0 ? '-' : '+'}${hours}${tail}`
}

function withZone(text: string, value: unknown): string {
  const zone = zoneOf(value)
  return zone === '' ? text : `${text} ${zone}`
}

/** An instant to the minute, with its zone where that is not the browser's. */
export function exactTime(value: unknown, language: string): string {
  if (isEmpty(value)) return ''
  return withZone(written(value, language), value)
}

/** Languages that came with this build say how they write a time; of others the browser knows. */
function written(value: unknown, language: string): string {
  const pattern = patterns[language]
  if (pattern !== undefined) return atWork(value).format(pattern)
  return new Intl.DateTimeFormat(languageOf(language).locale, {
    ...{ day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
    hourCycle: 'h23',
    ...(workZone === undefined ? {} : { timeZone: workZone }),
  }).format(instant(value).toDate())
}

/** The hour of an instant: to the second for what was just done. */
export function clockTime(value: unknown, pattern: 'HH:mm' | 'HH:mm:ss' | 'MM-DD HH:mm'): string {
  return isEmpty(value) ? '' : withZone(atWork(value).format(pattern), value)
}

/** An instant as a calendar shows it: what the clock on the wall of the place says. */
export function toWall(value: unknown): Dayjs | null {
  return isEmpty(value) ? null : dayjs(atWork(value).format(wallPattern))
}

/** The instant that a calendar means. */
export function fromWall(wall: Dayjs): string {
  if (workZone === undefined) return wall.format()
  return dayjs.tz(wall.format(wallPattern), workZone).format()
}

/** Words for a time: a text key and its number. */
export interface Told {
  key: string
  count: number
}

/** What is said of a time within two days, gone or ahead; undefined beyond. */
export function relativeTime(value: unknown, now: number): Told | undefined {
  const ago = (now - instant(value).valueOf()) / 1000
  if (ago < -clocksDiffer)
    return near(-ago, 'time.minutes_ahead', 'time.hours_ahead', 'time.day_ahead')
  if (ago < 30) return { key: 'time.just_now', count: 0 }
  return near(ago, 'time.minutes', 'time.hours', 'time.one_day')
}

function near(seconds: number, minutes: string, hours: string, oneDay: string): Told | undefined {
  if (seconds < hour) return { key: minutes, count: Math.ceil(seconds / minute) }
  if (seconds < day) return { key: hours, count: Math.ceil(seconds / hour) }
  if (seconds < 2 * day) return { key: oneDay, count: 1 }
  return undefined
}

/** How long ago something began, or when it will be, however far that is. */
export function elapsed(at: number, now: number): Told & { n: number } {
  const days = Math.floor(Math.abs(now - at) / (day * 1000))
  const far = { key: at > now ? 'time.days_ahead' : 'time.days', count: days }
  const told = relativeTime(new Date(at).toISOString(), now) ?? far
  return { ...told, n: told.count }
}
