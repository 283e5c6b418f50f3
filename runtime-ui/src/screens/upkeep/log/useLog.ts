import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { Dayjs } from 'dayjs'
import { useEffect, useState } from 'react'
import { useData } from '../../../data/provider'
import type { LogAsk, LoggedCall, LoggedChange, LogKind } from '../../../data/upkeep'
import { useSettled } from '../../../fields/reference/useSettled'

type Days = [Dayjs | null, Dayjs | null]

/** The log by kind, narrowed by a search and days, page after page. */
export function useLog() {
  const { log } = useData().upkeep
  const [kind, setKind] = useState<LogKind>('change')
  const [search, setSearch] = useState('')
  const [days, setDays] = useState<Days>([null, null])
  const [failed, setFailed] = useState(false)
  const ask = askOf(kind, useSettled(search, 300), days, kind === 'sign_in' && failed)
  const found = useInfiniteQuery({
    queryKey: ['upkeep', 'log', ask],
    queryFn: ({ pageParam, signal }) =>
      log<LoggedChange | LoggedCall>({ ...ask, before: pageParam }, signal),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => (next === 0 ? undefined : next),
    // Rows of another kind have other columns.
    placeholderData: (before, query) =>
      (query?.queryKey[2] as LogAsk | undefined)?.kind === kind
        ? keepPreviousData(before)
        : undefined,
  })
  const { data, isFetching, fetchNextPage } = found
  const rows = data?.pages.flatMap(({ rows }) => rows) ?? []
  const looking = rows.length === 0 && found.hasNextPage && !found.isError
  // One answer looks through a part of the log; until something is found it is asked on. With
  // the data, for an answer may be there before it was drawn that it was asked for.
  useEffect(() => {
    if (looking && !isFetching) void fetchNextPage()
  }, [looking, isFetching, fetchNextPage, data])
  return {
    ask,
    kind,
    setKind,
    search,
    setSearch,
    days,
    setDays,
    failed,
    setFailed,
    rows,
    keptDays: data?.pages[0]?.kept_days ?? 0,
    error: found.error,
    loading: found.isPending || looking,
    more: found.hasNextPage && !looking,
    fetching: found.isFetchingNextPage,
    next: () => void fetchNextPage(),
  }
}

export type Log = ReturnType<typeof useLog>

/** Whole days of the reader, the last one included. */
function askOf(kind: LogKind, search: string, [from, to]: Days, failed: boolean): LogAsk {
  return {
    kind,
    ...(search === '' ? {} : { search }),
    ...(failed ? { failed } : {}),
    ...(from === null ? {} : { from: from.startOf('day').toISOString() }),
    ...(to === null ? {} : { to: to.add(1, 'day').startOf('day').toISOString() }),
  }
}
