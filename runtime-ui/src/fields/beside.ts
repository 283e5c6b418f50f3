import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createContext, useCallback } from 'react'
import type { Row } from '../data/rows'

/** Where something is known of records that stands beside their names. */
export interface Beside {
  /** Names what is asked, the table first. */
  key: string[]
  /** False while something that the answer depends on is empty. */
  ready: boolean
  ask: (ids: number[], signal: AbortSignal) => Promise<Row[]>
  /** What the rows say of a record. */
  say: (id: unknown, rows: Row[]) => string
}

/** Says something of a record, by its id; undefined while nothing is known. */
export type Tell = (id: unknown) => string | undefined

/** Set around an editor beside whose choices something is said. */
export const BesideContext = createContext<Beside | undefined>(undefined)

const most = 500 // records asked about at once

/** What is to be said beside these records. */
export function useBeside(beside: Beside | undefined, ids: number[]): Tell {
  const asked = [...new Set(ids)].sort((a, b) => a - b).slice(0, most)
  const { data: found } = useQuery({
    queryKey: ['table', ...(beside?.key ?? []), asked],
    queryFn: async ({ signal }) => ({ rows: (await beside?.ask(asked, signal)) ?? [], asked }),
    enabled: beside?.ready === true && asked.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
  return useCallback(
    (id) => (found?.asked.includes(Number(id)) === true ? beside?.say(id, found.rows) : undefined),
    [beside, found],
  )
}
