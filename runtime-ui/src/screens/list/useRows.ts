import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import dayjs, { type Dayjs } from 'dayjs'
import { useData } from '../../data/provider'
import type { Filter, Page, Query, Row } from '../../data/rows'
import type { ListMeta } from '../../data/screen'
import { longestPage, type Asked } from './address'
import { figuresOf, mostGroups, pageOfGroups } from './groups'
import { useFollowing } from './useFollowing'

type RowsQuery = Required<Pick<Query, 'sort' | 'search' | 'page' | 'size'>> & {
  filter: Filter | undefined
}

/**
 * The rows that are asked for, of ranges that end when they are asked for; of a grouped list each
 * row is a group. Where more are wanted than the server gives at once, the others follow.
 */
export function useRows(
  list: ListMeta,
  asked: Omit<Asked, 'view'>,
  filterAt: (moment: Dayjs) => Filter | undefined,
  enabled: boolean,
) {
  const data = useData()
  const queries = useQueryClient()
  const queryKey = ['table', list.table, list.key, list.group, list.measures, asked]
  const size = Math.min(asked.size, longestPage)
  const skipped = (asked.page - 1) * asked.size // rows

  const ask = (signal: AbortSignal, index = 0) => {
    const { sort, search } = asked
    const page = Math.floor(skipped / size) + 1 + index
    const now = { filter: filterAt(dayjs()), sort, search, page, size }
    return list.group.length === 0
      ? data.query(list.table, plainQuery(list, now), signal).then(withSteps)
      : data
          .aggregate(list.table, groupQuery(list, now), signal)
          .then((groups) => pageOfGroups(list.measures, groups, page, size))
  }
  const first = useQuery({
    queryKey,
    queryFn: ({ signal }) => ask(signal),
    placeholderData: keepPreviousData,
    enabled,
  })
  const total = first.data?.total ?? 0
  const most = first.isPlaceholderData ? size : Math.min(asked.size, total - skipped)
  const { rows, complete, lookAt } = useFollowing({
    first: first.data,
    count: Math.ceil(most / size),
    queryKey,
    ask: (index, signal) => ask(signal, index),
  })
  return {
    rows,
    /** How many rows there will be once all are here. */
    expected: complete ? rows.length : most,
    /** Tells which row is at the top of the view. */
    lookAt: (row: number) => {
      lookAt(Math.floor(row / size))
    },
    /** Whether anything was answered yet; before that a total of 0 says nothing. */
    known: first.data !== undefined,
    total,
    totalIsFloor: first.data?.totalIsFloor === true,
    sums: first.data?.sums ?? {},
    loading: first.isFetching,
    first: first.isPending,
    error: first.error,
    asOf: first.dataUpdatedAt,
    refresh: () => void queries.invalidateQueries({ queryKey }),
    /** Puts a record as it was just saved in its place, without asking for the others again. */
    replace: (saved: Row) => {
      queries.setQueriesData<Page>({ queryKey }, (page) => page && withRow(page, saved))
    },
  }
}

function withRow(page: Page, saved: Row): Page {
  if (!page.rows.some(({ id }) => id === saved.id)) return page
  const put = (row: Row) => (row.id === saved.id ? { ...row, ...saved } : row)
  return { ...page, rows: page.rows.map(put) }
}

/** Each row with the step that leads on from it. */
function withSteps(page: Page): Page {
  const { next } = page
  if (next === undefined) return page
  const stepped = (row: Row) => {
    const step = next[row.id]
    return step === undefined ? row : { ...row, _next: step }
  }
  return { ...page, rows: page.rows.map(stepped) }
}

function plainQuery(list: ListMeta, { filter, ...rest }: RowsQuery): Query {
  const sums = list.columns.filter((column) => column.total === true).map((c) => c.field)
  const shown = list.columns.map((column) => column.field)
  const fields = [...new Set(['_label', ...shown, ...furtherFields(list)])]
  return {
    ...rest,
    list: list.key,
    fields,
    total: true,
    ...(list.actions.length > 0 ? { can: true } : {}),
    ...(list.next === undefined ? {} : { next: true }),
    ...(sums.length > 0 ? { sums } : {}),
    ...(filter === undefined ? {} : { filter }),
  }
}

/** A tree needs to know what stands above a row, and a document made of rows what they have in common. */
function furtherFields(list: ListMeta): string[] {
  const taken = list.makes?.flatMap(({ takes }) => takes) ?? []
  return list.parentField === undefined ? taken : [list.parentField, ...taken]
}

function groupQuery(list: ListMeta, { filter, sort, search }: RowsQuery) {
  return {
    list: list.key,
    group: list.group,
    measures: figuresOf(list.measures),
    sort,
    search,
    size: mostGroups,
    ...(filter === undefined ? {} : { filter }),
  }
}
