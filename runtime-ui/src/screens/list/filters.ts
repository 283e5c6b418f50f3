import type { Filter } from '../../data/provider'
import type { FieldType, FilterMeta, FilterOp } from '../../data/screen'
import { isEmpty } from '../../fields/kit'

/** A filter that a person set: the value of the request and the words of the chip. */
export interface Chosen {
  value: unknown
  text?: string // of references; other values are formatted by their kit
}

export type ChosenFilters = Record<string, Chosen>

const usualOps: Record<FieldType, FilterOp> = {
  barcode: 'starts',
  boolean: 'eq',
  code: 'starts',
  date: 'between',
  decimal: 'between',
  enum: 'in',
  file: 'eq',
  id: 'eq',
  instant: 'between',
  integer: 'between',
  json: 'like',
  length: 'between',
  long_text: 'like',
  money: 'between',
  parent: 'in',
  reference: 'in',
  text: 'like',
  weight: 'between',
}

/** The operator of a filter: its own, else the usual one of its type. */
export function opOf(filter: FilterMeta): FilterOp {
  return filter.op ?? usualOps[filter.type]
}

/** What the screen filters by at its first opening. */
export function defaultFilters(filters: FilterMeta[]): ChosenFilters {
  const given = filters.filter((filter) => !isEmpty(filter.default))
  return Object.fromEntries(given.map((filter) => [filter.field, { value: defaultValue(filter) }]))
}

function defaultValue(filter: FilterMeta): unknown {
  const many = opOf(filter) === 'in' && !Array.isArray(filter.default)
  return many ? [filter.default] : filter.default
}

/** The filter tree of a request, or undefined when nothing is filtered. */
export function filterTree(
  filters: FilterMeta[],
  chosen: ChosenFilters,
  handed?: Filter,
): Filter | undefined {
  const leaves = filters.flatMap((filter) => {
    const value = chosen[filter.field]?.value
    return isEmpty(value) ? [] : leafOf(filter.field, opOf(filter), value)
  })
  const all = handed === undefined ? leaves : [handed, ...leaves]
  return all.length > 1 ? { and: all } : all[0]
}

/** A range with one open end is a plain comparison. */
function leafOf(field: string, op: FilterOp, value: unknown): Filter[] {
  if (op !== 'between') return [{ field, op, value }]
  const [from, to] = value as [unknown, unknown]
  if (isEmpty(from) && isEmpty(to)) return []
  if (isEmpty(to)) return [{ field, op: 'ge', value: from }]
  if (isEmpty(from)) return [{ field, op: 'le', value: to }]
  return [{ field, op, value: [from, to] }]
}
