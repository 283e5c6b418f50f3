import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNotify } from '../../page/useNotify'
import { useData } from '../../data/provider'
import { newUuid } from '../../data/random'
import type { Binned } from '../../data/upkeep'
import { useSettled } from '../../fields/reference/useSettled'

const key = ['upkeep', 'bin']

/** Deleted records that may come back, page after page. */
export function useBin() {
  const data = useData()
  const notify = useNotify()
  const queries = useQueryClient()
  const [search, setSearch] = useState('')
  const [restoring, setRestoring] = useState<number>()
  const settled = useSettled(search, 300)
  const found = useInfiniteQuery({
    queryKey: [...key, settled],
    queryFn: ({ pageParam, signal }) =>
      data.upkeep.bin({ search: settled, before: pageParam }, signal),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => (next === 0 ? undefined : next),
    placeholderData: keepPreviousData,
  })

  async function restore({ table, id }: Binned) {
    setRestoring(id)
    try {
      await data.upkeep.restore(table, [id], newUuid())
      notify.success('bin.restored')
      await queries.invalidateQueries({ queryKey: ['table', table] })
    } catch (error) {
      notify.failure(error)
    } finally {
      setRestoring(undefined)
      await queries.invalidateQueries({ queryKey: key })
    }
  }

  return {
    rows: found.data?.pages.flatMap(({ rows }) => rows) ?? [],
    error: found.error,
    loading: found.isPending,
    more: found.hasNextPage,
    fetching: found.isFetchingNextPage,
    next: () => void found.fetchNextPage(),
    search,
    setSearch,
    restore,
    restoring,
  }
}
