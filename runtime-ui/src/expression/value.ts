import { Decimal } from './decimal'
import { ExpressionError } from './error'

/** A record or JSON object, its fields as they came. */
export interface Fields {
  readonly [name: string]: unknown
}

/** What expressions compute with. Instants are Date; a list keeps its elements as they came. */
export type Value = null | boolean | string | Decimal | Date | readonly unknown[] | Fields

/** The error for a value that is not of the type that an operation needs. */
export function badValue(want: string, got: unknown): ExpressionError {
  return new ExpressionError('expression.bad_value', { want, got: typeof got })
}

const instantPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

/** Brings a value from outside into a form to compute with; type is its declared type. */
export function normal(value: unknown, type: string): Value {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return normalText(value, type)
  if (typeof value === 'number') return present(Decimal.fromNumber(value), type, value)
  if (typeof value === 'bigint') return new Decimal(value)
  if (typeof value === 'boolean' || Array.isArray(value)) return value
  if (value instanceof Decimal || value instanceof Date) return value
  if (isFields(value)) return value
  throw badValue(type, value)
}

function normalText(text: string, type: string): Value {
  if (type === 'instant') return present(parseInstant(text), type, text)
  if (type === 'int' || type === 'decimal') return present(Decimal.parse(text), type, text)
  return text
}

/** Reads an instant of RFC 3339; null for anything else. */
export function parseInstant(text: string): Date | null {
  const instant = new Date(instantPattern.test(text) ? text : NaN)
  return Number.isNaN(instant.getTime()) ? null : instant
}

function present<T>(value: T | null, type: string, original: unknown): T {
  if (value === null) throw badValue(type, original)
  return value
}

export function isFields(value: unknown): value is Fields {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof Decimal || value instanceof Date)
  )
}

/** Compares two values that are not null; records and lists never are equal. */
export function equal(a: Value, b: Value): boolean {
  if (a instanceof Decimal) return b instanceof Decimal && a.compare(b) === 0
  if (a instanceof Date) return b instanceof Date && a.getTime() === b.getTime()
  return typeof a !== 'object' && a === b
}

/** Orders two values that are not null: less than 0, 0 or more. */
export function compare(a: Value, b: Value): number {
  if (a instanceof Decimal && b instanceof Decimal) return a.compare(b)
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b)
  if (a instanceof Date && b instanceof Date) return a.getTime() - b.getTime()
  throw badValue(typeof a === 'string' ? 'text' : a instanceof Date ? 'instant' : 'decimal', b)
}

/** Orders texts by code point, as the server does; JavaScript would order by UTF-16. */
function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const difference = rank(a.charCodeAt(i)) - rank(b.charCodeAt(i))
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

/** Surrogates stand for code points above all others. */
function rank(unit: number): number {
  if (unit < 0xd800) return unit
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800
}

/** Writes a value as text. */
export function spell(value: Value): string {
  if (typeof value === 'string') return value
  if (typeof value === 'boolean' || value instanceof Decimal) return String(value)
  if (value instanceof Date) return value.toISOString()
  throw badValue('text', value)
}

/** Reports whether a value may be given to an argument of the type. */
export function suits(value: Value, type: string): boolean {
  switch (type) {
    case 'bool':
      return typeof value === 'boolean'
    case 'text':
    case 'date':
      return typeof value === 'string'
    case 'int':
      return value instanceof Decimal && value.toInteger() !== null
    case 'decimal':
      return value instanceof Decimal
    case 'instant':
      return value instanceof Date
    default:
      return true
  }
}

/** Adds, subtracts or multiplies two numbers exactly. */
export function arithmetic(op: 'add' | 'sub' | 'mul', a: Value, b: Value): Decimal {
  if (!(a instanceof Decimal) || !(b instanceof Decimal)) throw badValue('decimal', a)
  if (op === 'add') return a.add(b)
  return op === 'sub' ? a.subtract(b) : a.multiply(b)
}
