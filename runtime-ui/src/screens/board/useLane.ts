import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useData } from '../../data/provider'
import type { Filter } from '../../data/rows'
import type { ChosenFilters } from '../list/filters'
import { merged } from './cards'
import type { Lane, LaneValue } from './lanes'
import { filterOf, type Laid } from './useBoard'

const step = 20 // cards of a source that are asked for at once
const most = 500

/** The cards of a column, asked for once it has come into sight. */
export function useLane(lane: Lane, shown: Laid[], filters: ChosenFilters, seen: boolean) {
  const data = useData()
  const [size, setSize] = useState(step)
  const asked = shown.filter(({ source }) => (lane.counts[source.key] ?? 0) > 0)
  const pages = useQueries({
    queries: asked.map(({ source: { list }, field, same }) => ({
      queryKey: ['table', list.table, list.key, 'lane', field, lane.value, filters, size],
      queryFn: ({ signal }: { signal: AbortSignal }) => {
        const of = inLane(field, lane.value)
        const narrowed = filterOf(list, filters)
        const columns = list.columns.map((column) => column.field)
        const sorted = list.sort.map((sort) => sort.replace(/^-/, ''))
        const matched = same === undefined ? [] : [same]
        const fields = [...new Set(['_label', field, ...matched, ...columns, ...sorted])]
        const filter: Filter = narrowed === undefined ? of : { and: [of, narrowed] }
        return data.query(
          list.table,
          { list: list.key, fields, sort: list.sort, size, can: true, filter },
          signal,
        )
      },
      enabled: seen,
      placeholderData: keepPreviousData,
    })),
  })
  const cards = merged(
    pages.map(({ data: page }, i) => ({
      source: asked[i]?.source.key ?? '',
      sort: asked[i]?.source.list.sort ?? [],
      rows: page?.rows ?? [],
      more: page?.nextCursor !== undefined,
    })),
  )
  return {
    cards,
    pending: pages.some(({ isPending }) => isPending),
    left: Math.max(lane.total - cards.length, 0),
    more: () => {
      setSize(Math.min(size + step, most))
    },
  }
}

function inLane(field: string, value: LaneValue): Filter {
  return value === null ? { field, op: 'null' } : { field, op: 'eq', value }
}

/** Whether an element has ever been in sight. */
export function useSeen<T extends Element>() {
  const ref = useRef<T>(null)
  const [seen, setSeen] = useState(() => typeof IntersectionObserver === 'undefined')
  useEffect(() => {
    const element = ref.current
    if (element === null || seen) return
    const watch = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
    })
    watch.observe(element)
    return () => {
      watch.disconnect()
    }
  }, [seen])
  return { ref, seen }
}
