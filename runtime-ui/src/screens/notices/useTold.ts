import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { indexMenus } from '../../page/menus'
import { useData } from '../../data/provider'
import { useApp } from '../../data/useApp'

export type About = 'record' | 'file'

/** Notices page by page, the newest first. */
export function useTold(show: 'unread' | 'read', about: About | undefined) {
  const data = useData()
  const told = useInfiniteQuery({
    queryKey: ['notices', show, about],
    queryFn: ({ pageParam, signal }) =>
      data.notices.list({ before: pageParam, show, about }, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last) => (last.more ? last.rows.at(-1)?.id : undefined),
  })
  return {
    rows: told.data?.pages.flatMap((page) => page.rows) ?? [],
    loading: told.isPending,
    error: told.error,
    hasMore: told.hasNextPage,
    loadingMore: told.isFetchingNextPage,
    more: told.fetchNextPage,
  }
}

/** The menu entries that notices lead to. */
export function usePlaces() {
  const app = useApp()
  return useMemo(() => indexMenus(app.data?.menus ?? []), [app.data])
}
