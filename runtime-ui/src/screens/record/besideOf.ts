import type { DataProvider } from '../../data/provider'
import type { Filter, Row } from '../../data/rows'
import type { BesideMeta } from '../../data/screen'
import type { Beside } from '../../fields/beside'
import { isEmpty } from '../../format/plain'
import type { Words } from '../../fields/kit'
import { fieldKits } from '../../fields/kits'
import { figuresOf, measureColumn } from '../list/groups'

const most = 500 // groups that are answered

/** What a list says of records, for a head whose fields have these values. */
export function besideOf(
  meta: BesideMeta,
  same: Record<string, unknown>,
  data: DataProvider,
  words: Words,
): Beside {
  const { table, list, field, group, measures } = meta
  return {
    key: [table, 'beside', list, JSON.stringify(same)],
    ready: !Object.values(same).some(isEmpty),
    ask: async (ids, signal) => {
      const filter = filterOf(field, ids, same)
      const ask = { list, filter, group, measures: figuresOf(measures), size: most }
      return (await data.aggregate(table, ask, signal)).rows
    },
    // Of a record without rows the figures are 0.
    say: (id, rows) => textOf(meta, rows.find((row) => row[field] === id) ?? { id: 0 }, words),
  }
}

function filterOf(field: string, ids: number[], same: Record<string, unknown>): Filter {
  const equal = Object.entries(same).map(([name, value]): Filter => {
    return { field: name, op: 'eq', value }
  })
  return { and: [{ field, op: 'in', value: ids }, ...equal] }
}

function textOf({ measures, columns }: BesideMeta, row: Row, words: Words): string {
  const figures = measures.map((measure) => {
    const column = measureColumn(measure)
    return `${measure.title} ${fieldKits[column.type].format(row[measure.as] ?? 0, column, words)}`
  })
  const others = columns.map((column) =>
    fieldKits[column.type].format(
      row[`${column.field}__label`] ?? row[column.field],
      column,
      words,
    ),
  )
  return [...figures, ...others].filter((part) => part !== '').join(' ')
}
