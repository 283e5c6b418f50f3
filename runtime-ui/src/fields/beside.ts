import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createContext, useCallback } from 'react'
import { useData, type Filter, type Row } from '../data/provider'
import type { BesideMeta } from '../data/screen'
import { figuresOf, measureColumn } from '../screens/list/groups'
import { isEmpty, type Words } from './kit'
import { fieldKits } from './kits'
import { useWords } from './words'

/** What a list says of records, for a record whose fields have these values. */
export interface Beside {
  meta: BesideMeta
  same: Record<string, unknown>
}

/** Says something of a record, by its id; undefined while nothing is known. */
export type Tell = (id: unknown) => string | undefined

/** Set around an editor beside whose choices something is said. */
export const BesideContext = createContext<Beside | undefined>(undefined)

const most = 500 // records asked about at once

function filterOf(field: string, ids: number[], same: Record<string, unknown>): Filter {
  const equal = Object.entries(same).map(([name, value]): Filter => {
    return { field: name, op: 'eq', value }
  })
  return { and: [{ field, op: 'in', value: ids }, ...equal] }
}

/** What is said of a record that was asked about; of one without rows the figures are 0. */
function tellOf(meta: BesideMeta, answer: Answer | undefined, words: Words): Tell {
  return (id) => {
    if (answer?.asked.includes(Number(id)) !== true) return undefined
    return textOf(meta, answer.rows.find((row) => row[meta.field] === id) ?? { id: 0 }, words)
  }
}

interface Answer {
  rows: Row[]
  asked: number[]
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

const nobody: Beside = {
  meta: { list: '', table: '', field: '', same: [], group: [], columns: [], measures: [] },
  same: {},
}

/** What is to be said beside these records; nothing while one of the head's values lacks. */
export function useBeside(beside: Beside | undefined, ids: number[]): Tell {
  const data = useData()
  const words = useWords()
  const { meta, same } = beside ?? nobody
  const { table, list, field, group, measures } = meta
  const asked = [...new Set(ids)].sort((a, b) => a - b).slice(0, most)
  const filter = filterOf(field, asked, same)
  const found = useQuery({
    queryKey: ['table', table, 'beside', list, filter],
    queryFn: async ({ signal }) => {
      const ask = { list, filter, group, measures: figuresOf(measures), size: most }
      return { rows: (await data.aggregate(table, ask, signal)).rows, asked }
    },
    enabled: beside !== undefined && asked.length > 0 && !Object.values(same).some(isEmpty),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
  return useCallback((id) => tellOf(meta, found.data, words)(id), [meta, found.data, words])
}
