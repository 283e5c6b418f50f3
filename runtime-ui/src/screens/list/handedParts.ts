import type { Filter, FilterLeafOp } from '../../data/rows'
import type { FilterMeta, ListMeta } from '../../data/screen'

/** One condition of a handed filter that can be said: a field, how it compares, with what. */
export interface HandedPart {
  key: string
  meta: Omit<FilterMeta, 'key'>
  sign: string
  values: unknown[]
}

const signs: Partial<Record<FilterLeafOp, string>> = {
  eq: ':',
  in: ':',
  like: ':',
  starts: ':',
  ne: ' ≠',
  nin: ' ≠',
  lt: ' <',
  le: ' ≤',
  gt: ' >',
  ge: ' ≥',
  between: ' ∈',
}

/** The conditions of a filter that the list's fields can say; `whole` when none is left out. */
export function handedParts(
  list: ListMeta,
  filter: Filter,
): { parts: HandedPart[]; whole: boolean } {
  const leaves = leavesOf(filter)
  const parts = leaves
    .map((leaf, at) => partOf(list, leaf, at))
    .filter((part) => part !== undefined)
  return { parts, whole: parts.length === leaves.length }
}

/** Whether a filter leaves nothing out, as that of a figure over all records. */
export function isOpen(filter: Filter): boolean {
  return leavesOf(filter).length === 0
}

/** Whether what an address brought is a filter: anybody may write anything there. */
export function isFilter(brought: unknown): brought is Filter {
  if (typeof brought !== 'object' || brought === null) return false
  if ('field' in brought) return typeof brought.field === 'string' && 'op' in brought
  if ('not' in brought) return isFilter(brought.not)
  const parts = 'and' in brought ? brought.and : 'or' in brought ? brought.or : undefined
  return Array.isArray(parts) && parts.every(isFilter)
}

function leavesOf(filter: Filter): Filter[] {
  return 'and' in filter ? filter.and.flatMap(leavesOf) : [filter]
}

function partOf(list: ListMeta, leaf: Filter, at: number): HandedPart | undefined {
  if (!('field' in leaf)) return undefined
  const sign = signs[leaf.op]
  const meta = [...list.filters, ...list.columns].find(({ field }) => field === leaf.field)
  const values = [leaf.value].flat()
  if (sign === undefined || meta === undefined || values.length > mostValues) return undefined
  return { key: `${leaf.field} ${String(at)}`, meta, sign, values }
}

const mostValues = 5 // that are named one by one
