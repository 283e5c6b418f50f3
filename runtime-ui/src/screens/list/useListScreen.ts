import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import dayjs, { type Dayjs } from 'dayjs'
import { useMemo } from 'react'
import { useData, type Filter, type Page, type Query, type Row } from '../../data/provider'
import type { ColumnMeta, ListMeta, MeasureMeta } from '../../data/screen'
import { usePage } from '../page'
import type { Asked } from './address'
import { filterTree, type Chosen, type ChosenFilters } from './filters'
import { useAddress } from './useAddress'
import { usePicks } from './usePicks'
import { useViews } from './views/useViews'
import { contentOf } from './views/views'
import { useColumns } from './useColumns'

const noRows: Row[] = []
const longestPage = 500 // rows, what the server answers at most

/** State and data of a list, without any UI. */
export function useListScreen(list: ListMeta) {
  const page = usePage()
  const address = useAddress(list)
  const { asked, change, text, setText } = address
  const views = useViews(list, address)
  const { search, filters, handed, sort, size } = asked
  const picks = usePicks()
  const defined = useMemo(() => columnsOf(list), [list])
  const columns = useColumns(page.base, defined, views.current)

  const paging = { page: asked.page, size }
  const filterAt = (moment: Dayjs) => filterTree(list.filters, filters, handed, moment)
  const rows = useRows(list, { filters, handed, sort, search, ...paging }, filterAt, !views.waiting)
  const filter = filterAt(dayjs(rows.dataUpdatedAt))
  const shown = rows.data?.rows ?? noRows

  const ask = (next: Partial<Asked>) => {
    picks.clear()
    change(next)
  }
  return {
    rows: shown,
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
    search: text,
    searched: search !== '',
    sort,
    paging,
    ...picks.chosen,
    columns,
    views,
    content: () => contentOf(asked, columns.arrangement),
    setSearch: setText,
    setFilter: (field: string, chosen: Chosen | undefined) => {
      const rest = Object.entries(filters).filter(([key]) => key !== field)
      const next = chosen === undefined ? rest : [...rest, [field, chosen]]
      ask({ filters: Object.fromEntries(next) as ChosenFilters })
    },
    showAll: () => {
      ask({ filters: {}, search: '', handed: undefined })
    },
    dropHanded: () => {
      ask({ handed: undefined })
    },
    setSort: (next: string[]) => {
      ask({ sort: next.length === 0 ? list.sort : next })
    },
    setPaging: change,
    setSelected: (ids: number[]) => {
      picks.choose(ids, shown)
    },
    selectAll: picks.everything,
    replace: rows.replace,
  }
}

export type ListState = ReturnType<typeof useListScreen>

type RowsQuery = Required<Pick<Query, 'sort' | 'search' | 'page' | 'size'>> & {
  filter: Filter | undefined
}

/** A page of rows, of ranges that end when it is asked for; of a grouped list each row is a group. */
function useRows(
  list: ListMeta,
  asked: Omit<Asked, 'view'>,
  filterAt: (moment: Dayjs) => Filter | undefined,
  enabled: boolean,
) {
  const data = useData()
  const queries = useQueryClient()
  const queryKey = ['table', list.table, list.key, list.group, list.measures, asked]
  const rows = useQuery({
    queryKey,
    queryFn: ({ signal }) => {
      const { sort, search, page, size } = asked
      const now = { filter: filterAt(dayjs()), sort, search, page, size }
      return list.group.length === 0
        ? data.query(list.table, plainQuery(list, now), signal)
        : groups(data.aggregate(list.table, groupQuery(list, now), signal))
    },
    placeholderData: keepPreviousData,
    enabled,
  })
  /** Puts a record as it was just saved in its place, without asking for the others again. */
  const replace = (saved: Row) => {
    queries.setQueryData<Page>(queryKey, (page) => page && { ...page, rows: page.rows.map(put) })
    function put(row: Row): Row {
      return row.id === saved.id ? { ...row, ...saved } : row
    }
  }
  return { ...rows, replace }
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

function groupQuery(list: ListMeta, { filter, sort, search }: RowsQuery) {
  return {
    list: list.key,
    group: list.group,
    measures: list.measures.map(({ field, fn, as }) =>
      field === undefined ? { fn, as } : { field, fn, as },
    ),
    sort,
    search,
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
