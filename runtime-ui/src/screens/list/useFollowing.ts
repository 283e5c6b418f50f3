import { useQueries, type UseQueryResult } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import type { Page, Row } from '../../data/rows'

interface Following {
  first: Page | undefined
  count: number // pages, the first among them
  queryKey: unknown[]
  ask: (index: number, signal: AbortSignal) => Promise<Page>
}

/**
 * The pages behind the first, one after another, where more rows are wanted than the server gives
 * at once. News of the table fetch only those near the view again; the others wait until somebody
 * scrolls there.
 */
export function useFollowing({ first, count, queryKey, ask }: Following) {
  const [here, setHere] = useState(0)
  const [loaded, setLoaded] = useState(0)
  const wanted = Array.from({ length: Math.max(0, count - 1) }, (_, i) => i + 1)
  const pages = useQueries({
    queries: wanted.map((index) => ({
      queryKey: [...queryKey, index],
      queryFn: ({ signal }: { signal: AbortSignal }) => ask(index, signal),
      enabled: index === loaded + 1 || index === here || index === here + 1,
      staleTime: Infinity, // the server tells of changes
    })),
    combine: beginningOf,
  })
  if (pages.length !== loaded) setLoaded(pages.length)

  return {
    rows: useMemo(() => rowsOf(first, pages), [first, pages]),
    complete: pages.length === wanted.length,
    /** Tells which page is at the top of the view. */
    lookAt: useCallback((index: number) => {
      setHere(index)
    }, []),
  }
}

/** The pages from the first on, up to one that is not there yet. */
function beginningOf(results: UseQueryResult<Page>[]): Page[] {
  const pages = results.map(({ data }) => data)
  const end = pages.indexOf(undefined)
  return (end < 0 ? pages : pages.slice(0, end)) as Page[]
}

/** All rows in their order; one that moved on while pages were fetched anew stands once. */
function rowsOf(first: Page | undefined, pages: Page[]): Row[] {
  if (first === undefined || pages.length === 0) return first?.rows ?? []
  const rows = [first, ...pages].flatMap((page) => page.rows)
  return [...new Map(rows.map((row) => [row.id, row])).values()]
}
