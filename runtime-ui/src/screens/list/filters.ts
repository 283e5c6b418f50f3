import dayjs, { type Dayjs } from 'dayjs'
import type { Filter } from '../../data/rows'
import type { FilterMeta, FilterOp } from '../../data/screen'
import { fieldKits } from '../../fields/kits'
import { isEmpty } from '../../format/plain'
import { isShortcut, rangeOf } from './shortcuts'

/** A filter that a person set. A range may be a word, and any comparison a pasted list. */
export interface Chosen {
  value: unknown
  match?: Match
}

/** How a list of references meets the records of a filter; usually it names any of them. */
export type Match = 'all' | 'nin'

export const matches: Match[] = ['all', 'nin']

/** What the editor of a filter is given. */
export interface FilterEditorProps {
  filter: FilterMeta
  chosen: Chosen | undefined
  ofList?: boolean // one value may become a pasted list, and several be met in other ways
  missing?: string[] | undefined // of a pasted list: what no record has
  onChange: (chosen: Chosen | undefined) => void
}

/** By key of the filter. */
export type ChosenFilters = Record<string, Chosen>

/** The operator of a filter: its own, else the usual one of its type. */
export function opOf(filter: FilterMeta): FilterOp {
  return filter.op ?? fieldKits[filter.type].filter
}

/** What the screen filters by at its first opening. */
export function defaultFilters(filters: FilterMeta[]): ChosenFilters {
  const given = filters.filter((filter) => !isEmpty(filter.default))
  return Object.fromEntries(given.map((filter) => [filter.key, { value: defaultValue(filter) }]))
}

function defaultValue(filter: FilterMeta): unknown {
  const many = opOf(filter) === 'in' && !Array.isArray(filter.default)
  return many ? [filter.default] : filter.default
}

/** True when a filter that compares one value holds a list of them instead. */
export function isPasted(filter: FilterMeta, { value }: Chosen): boolean {
  return Array.isArray(value) && !['in', 'between'].includes(opOf(filter))
}

/** The filter tree of a request at a moment, or undefined when nothing is filtered. */
export function filterTree(
  filters: FilterMeta[],
  chosen: ChosenFilters,
  handed?: Filter,
  now: Dayjs = dayjs(),
): Filter | undefined {
  const leaves = filters.flatMap((filter) => {
    const one = chosen[filter.key]
    return one === undefined || isNothing(one.value) ? [] : leavesOf(filter, one, now)
  })
  const all = handed === undefined ? leaves : [handed, ...leaves]
  return all.length > 1 ? { and: all } : all[0]
}

/** A way to meet records may be chosen before the records are. */
function isNothing(value: unknown): boolean {
  return isEmpty(value) || (Array.isArray(value) && value.length === 0)
}

function leavesOf(filter: FilterMeta, chosen: Chosen, now: Dayjs): Filter[] {
  const { field, type } = filter
  const { value } = chosen
  const op = isPasted(filter, chosen) ? 'in' : (chosen.match ?? opOf(filter))
  if (op !== 'between') return [{ field, op, value }]
  const [from, to] = isShortcut(value) ? rangeOf(value, type, now) : (value as [unknown, unknown])
  return rangeLeaves(field, from, to)
}

/** A range with one open end is a plain comparison. */
function rangeLeaves(field: string, from: unknown, to: unknown): Filter[] {
  if (isEmpty(from) && isEmpty(to)) return []
  if (isEmpty(to)) return [{ field, op: 'ge', value: from }]
  if (isEmpty(from)) return [{ field, op: 'le', value: to }]
  return [{ field, op: 'between', value: [from, to] }]
}
