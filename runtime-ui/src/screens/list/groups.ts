import type { GroupQuery, Page, Row } from '../../data/rows'
import type { ColumnMeta, MeasureMeta } from '../../data/screen'
import { sumOf } from './grid/sums'

/** Groups that the server answers at most. */
export const mostGroups = 5_000

/** The figures of groups as they are asked for. */
export function figuresOf(measures: MeasureMeta[]): GroupQuery['measures'] {
  return measures.map(({ field, less, fn, as }) => ({
    fn,
    as,
    ...(field === undefined ? {} : { field }),
    ...(less === undefined ? {} : { less }),
  }))
}

/** A figure of groups as a column. */
export function measureColumn({ as, title, type, scale, total }: MeasureMeta): ColumnMeta {
  return {
    field: as,
    title,
    type,
    ...(scale === undefined ? {} : { scale }),
    ...(total === undefined ? {} : { total }),
  }
}

/**
 * One page of groups, which come all together, and the totals of all unless records or groups were
 * left out. Groups have no id; their place stands in for one.
 */
export function pageOfGroups(
  measures: MeasureMeta[],
  { rows: groups, totalIsFloor = false }: Page,
  page: number,
  size: number,
): Page {
  const rows = groups.map((group, index): Row => ({ ...group, id: index + 1 }))
  const cut = totalIsFloor || rows.length >= mostGroups
  const totals = measures.filter(({ total }) => total === true).map(measureColumn)
  const sums = totals.flatMap((column) => {
    const sum = sumOf(rows, column)
    return sum === undefined ? [] : [[column.field, sum] as const]
  })
  return {
    rows: rows.slice((page - 1) * size, page * size),
    total: rows.length,
    totalIsFloor: cut,
    sums: cut ? {} : Object.fromEntries(sums),
  }
}
