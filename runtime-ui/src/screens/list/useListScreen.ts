import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { useData, type Filter, type Page, type Query, type Row } from '../../data/provider'
import type { ColumnMeta, ListMeta, MeasureMeta } from '../../data/screen'
import { useSettled } from '../../fields/reference/useSettled'
import { useHandover, usePage } from '../page'
import { defaultFilters, filterTree, type ChosenFilters } from './filters'
import { useColumns } from './useColumns'

const longestPage = 500 // rows, what the server answers at most

/** State and data of a list, without any UI. */
export function useListScreen(list: ListMeta) {
  const page = usePage()
  const handed = useHandover((handover) => handover[page.path])
  const [filters, setFilters] = useState<ChosenFilters>(() => defaultFilters(list.filters))
  const [search, setSearch] = useState('')
  const [sort, setSort] = useState(list.sort)
  const [paging, setPaging] = useState({ page: 1, size: list.pageSize || 50 })
  const [selected, setSelected] = useState<number[]>([])
  const columns = useColumns(page.base, columnsOf(list))
  const settledSearch = useSettled(search, 250)

  const filter = useMemo(
    () => filterTree(list.filters, filters, handed),
    [list.filters, filters, handed],
  )
  const rows = useRows(list, { filter, sort, search: settledSearch, ...paging })

  const restart = useCallback(() => {
    setPaging(({ size }) => ({ page: 1, size }))
    setSelected([])
  }, [])
  return {
    rows: rows.data?.rows ?? [],
    total: rows.data?.total ?? 0,
    totalIsFloor: rows.data?.totalIsFloor === true,
    sums: rows.data?.sums ?? {},
    loading: rows.isFetching,
    first: rows.isPending,
    error: rows.error,
    refresh: () => void rows.refetch(),
    filter,
    narrowed: filter !== undefined || search !== '',
    filters,
    handed,
    search,
    sort,
    paging,
    selected,
    columns,
    setSearch: (text: string) => {
      setSearch(text)
      restart()
    },
    setFilter: (field: string, chosen: ChosenFilters[string] | undefined) => {
      setFilters((current) => {
        const rest = Object.entries(current).filter(([key]) => key !== field)
        return Object.fromEntries(chosen === undefined ? rest : [...rest, [field, chosen]])
      })
      restart()
    },
    showAll: () => {
      setFilters({})
      setSearch('')
      useHandover.setState({ [page.path]: undefined })
      restart()
    },
    dropHanded: () => {
      useHandover.setState({ [page.path]: undefined })
      restart()
    },
    setSort: (next: string[]) => {
      setSort(next.length === 0 ? list.sort : next)
      restart()
    },
    setPaging,
    setSelected,
  }
}

export type ListState = ReturnType<typeof useListScreen>

type RowsQuery = Required<Pick<Query, 'sort' | 'search' | 'page' | 'size'>> & {
  filter: Filter | undefined
}

/** A page of rows; of a grouped list each row is a group. */
function useRows(list: ListMeta, asked: RowsQuery) {
  const data = useData()
  return useQuery({
    queryKey: ['table', list.table, list.key, list.group, list.measures, asked],
    queryFn: ({ signal }) =>
      list.group.length === 0
        ? data.query(list.table, plainQuery(list, asked), signal)
        : groups(data.aggregate(list.table, groupQuery(list, asked), signal)),
    placeholderData: keepPreviousData,
  })
}

function plainQuery(list: ListMeta, { filter, ...rest }: RowsQuery): Query {
  const sums = list.columns.filter((column) => column.total === true).map((c) => c.field)
  const fields = [...new Set([...list.columns.map((c) => c.field), ...labelFields(list)])]
  return {
    ...rest,
    list: list.key,
    fields,
    total: true,
    ...(list.actions.length > 0 ? { can: true } : {}),
    ...(sums.length > 0 ? { sums } : {}),
    ...(filter === undefined ? {} : { filter }),
  }
}

/** A tree needs to know what stands above a row, even where no column shows it. */
function labelFields(list: ListMeta): string[] {
  return list.parentField === undefined ? [] : [list.parentField]
}

function groupQuery(list: ListMeta, { filter, sort }: RowsQuery) {
  return {
    list: list.key,
    group: list.group,
    measures: list.measures.map(({ field, fn, as }) =>
      field === undefined ? { fn, as } : { field, fn, as },
    ),
    sort,
    size: longestPage,
    ...(filter === undefined ? {} : { filter }),
  }
}

/** Groups have no id; their place in the answer stands in for one. */
async function groups(answer: Promise<Page>): Promise<Page> {
  const rows = (await answer).rows.map((row, index): Row => ({ ...row, id: index + 1 }))
  return { rows, total: rows.length }
}

/** A grouped list shows what it groups by, then its measures. */
function columnsOf(list: ListMeta): ColumnMeta[] {
  if (list.group.length === 0) return list.columns
  const grouped = list.columns.filter((column) => list.group.includes(column.field))
  return [...grouped, ...list.measures.map(measureColumn)]
}

function measureColumn({ as, title, scale, fn }: MeasureMeta): ColumnMeta {
  const type = fn === 'count' ? 'integer' : 'decimal'
  return { field: as, title, type, ...(scale === undefined ? {} : { scale }) }
}
