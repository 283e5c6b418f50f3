import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useData } from '../../data/provider'
import type { Filter, Page, Row } from '../../data/rows'
import { figuresOf } from '../list/groups'
import type { WaitingMeta } from '../../data/screen'
import type { Params } from './desk'

const shown = 20 // rows asked for
const often = 30_000 // ms between two looks where nothing tells of a change

export interface Waiting {
  rows: Row[]
  total: number
  asOf: number // ms since 1970
}

/** What waits for a station that was opened with these params, the most urgent first. */
export function useWaiting({ list }: WaitingMeta, params: Params | undefined): Waiting {
  const data = useData()
  const filter = filterBy(list.filters, params ?? {})
  const ask = { list: list.key, sort: list.sort, size: shown, ...(filter && { filter }) }
  const { group, measures } = list
  const page = useQuery<Page>({
    queryKey: ['table', list.table, 'waiting', list.key, filter],
    queryFn: ({ signal }) =>
      group.length === 0
        ? data.query(
            list.table,
            { ...ask, fields: list.columns.map(({ field }) => field), total: true },
            signal,
          )
        : data.aggregate(
            list.table,
            {
              ...ask,
              group,
              measures: figuresOf(measures),
            },
            signal,
          ),
    placeholderData: keepPreviousData,
    refetchInterval: often,
    staleTime: 0,
  })
  const rows = page.data?.rows ?? []
  return { rows, total: page.data?.total ?? rows.length, asOf: page.dataUpdatedAt }
}

/** A param narrows the rows where the list can be filtered by a field of that name. */
function filterBy(filters: { field: string }[], params: Params): Filter | undefined {
  const leaves = Object.entries(params).flatMap(([key, value]): Filter[] => {
    const own = filters.find(({ field }) => field === key || field.endsWith(`.${key}`))
    return own === undefined || value === null ? [] : [{ field: own.field, op: 'eq', value }]
  })
  return leaves.length === 0 ? undefined : { and: leaves }
}
