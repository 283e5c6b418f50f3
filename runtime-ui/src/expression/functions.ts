import { addDays, daysBetween, parseDate } from './date'
import { Decimal } from './decimal'
import { ExpressionError } from './error'
import { costs, limits, utf8Length } from './limits'
import type { ExpressionFunction } from './tree'
import { badValue, compare, normal, spell, type Value } from './value'

const zero = new Decimal(0n)

/** The base functions; engine/expression/functions_*.go has the same. */
export const baseFunctions: Readonly<Record<string, ExpressionFunction>> = {
  abs: {
    args: ['decimal'],
    call: (n) => (number(n).compare(zero) < 0 ? zero.subtract(number(n)) : n),
  },
  round: { args: ['decimal', 'int'], call: (n, scale = zero) => number(n).round(scaleOf(scale)) },
  div: { args: ['decimal', 'decimal', 'int'], call: divide },
  mod: {
    args: ['decimal', 'decimal'],
    call: (a, b) => (isZero(b) ? null : number(a).remainder(number(b))),
  },
  min: { args: ['any'], takesNull: true, call: extreme(-1) },
  max: { args: ['any'], takesNull: true, call: extreme(1) },
  number: { args: ['any'], call: (v) => (typeof v === 'string' ? Decimal.parse(v) : number(v)) },
  len: { args: ['any'], call: length },
  upper: { args: ['text'], call: (s) => mapLetters(text(s), (letter) => letter.toUpperCase()) },
  lower: { args: ['text'], call: (s) => mapLetters(text(s), (letter) => letter.toLowerCase()) },
  trim: {
    args: ['text'],
    call: (s) => text(s).replace(/^[ \t\n\v\f\r\u00a0\u3000]+|[ \t\n\v\f\r\u00a0\u3000]+$/g, ''),
  },
  text: { args: ['any'], call: spell },
  concat: { args: ['any'], takesNull: true, call: concat },
  dateAdd: { args: ['date', 'int'], call: (date, days) => addDays(date ?? null, integer(days)) },
  dateDiff: {
    args: ['date', 'date'],
    call: (a, b) => Decimal.of(daysBetween(a ?? null, b ?? null)),
  },
  year: { args: ['date'], call: (date) => Decimal.of(parseDate(date ?? null).getUTCFullYear()) },
  month: { args: ['date'], call: (date) => Decimal.of(parseDate(date ?? null).getUTCMonth() + 1) },
  day: { args: ['date'], call: (date) => Decimal.of(parseDate(date ?? null).getUTCDate()) },
}

function number(value: Value | undefined): Decimal {
  if (value instanceof Decimal) return value
  throw badValue('decimal', value)
}

function text(value: Value | undefined): string {
  if (typeof value === 'string') return value
  throw badValue('text', value)
}

function integer(value: Value | undefined): number {
  const n = number(value).toInteger()
  if (n === null) throw badValue('int', value)
  return n
}

function isZero(value: Value | undefined): boolean {
  return number(value).digits === 0n
}

function scaleOf(value: Value): number {
  const scale = integer(value)
  if (scale < 0 || scale > limits.scale)
    throw new ExpressionError('expression.bad_scale', { max: limits.scale })
  return scale
}

function divide(a?: Value, b?: Value, scale: Value = zero): Value {
  const places = scaleOf(scale)
  return isZero(b) ? null : number(a).divide(number(b), places)
}

/** Finds the least or the greatest value, passing over nulls. */
function extreme(sign: number) {
  return (...args: Value[]): Value => {
    const [first = null] = args
    const values: readonly unknown[] = args.length === 1 && Array.isArray(first) ? first : args
    let best: Value = null
    for (const element of values) {
      const value = normal(element, 'any')
      if (value !== null && (best === null || compare(value, best) * sign > 0)) best = value
    }
    return best
  }
}

function length(value?: Value): Value {
  if (typeof value === 'string') return Decimal.of(Array.from(value).length)
  if (Array.isArray(value)) return Decimal.of(value.length)
  throw badValue('text', value)
}

/** Joins texts and what text() spells; null counts as nothing. */
function concat(...args: Value[]): Value {
  const joined = args.map((arg) => (arg === null ? '' : spell(arg))).join('')
  if (utf8Length(joined) > limits.text) throw costs('text', limits.text)
  return joined
}

/** The last letter that upper and lower take or give; beyond it versions of Unicode differ. */
const lastCased = 0x052f

function mapLetters(value: string, mapping: (letter: string) => string): string {
  return Array.from(value, (letter) => {
    const mapped = mapping(letter)
    const changes =
      letter !== 'İ' && Array.from(mapped).length === 1 && codePoint(letter) <= lastCased
    return changes && codePoint(mapped) <= lastCased ? mapped : letter
  }).join('')
}

function codePoint(letter: string): number {
  return letter.codePointAt(0) ?? 0
}
