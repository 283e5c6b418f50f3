import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSettled } from '../../fields/reference/useSettled'
import { useData, type DataProvider } from '../../data/provider'
import type { Place } from '../../page/menus'
import { documentsOf, targetsOfCode } from './codes'
import type { Target } from './targets'

const least = 2 // characters; fewer would find too much
const each = 4 // records of one kind

interface Found {
  codes: Target[]
  records: Target[]
}

const nothing: Found = { codes: [], records: [] }

/** What the typed text is the code of, and records whose number, code or name has it. */
export function useRecords(places: Map<string, Place>, typed: string) {
  const data = useData()
  const wanted = typed.trim()
  const search = useSettled(wanted, 250)
  const found = useQuery({
    queryKey: ['palette', search],
    queryFn: ({ signal }) => find(data, places, search, signal),
    enabled: search.length >= least,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
  const enough = Math.min(search.length, wanted.length) >= least
  return {
    ...(enough ? (found.data ?? nothing) : nothing),
    searching: wanted.length >= least && (search !== wanted || found.isFetching),
  }
}

async function find(
  data: DataProvider,
  places: Map<string, Place>,
  search: string,
  signal: AbortSignal,
): Promise<Found> {
  const [meaning, records] = await Promise.all([
    data.code({ code: search }, signal).catch(() => ({ found: [] })),
    findRecords(data, documentsOf(places), search, signal),
  ])
  const codes = targetsOfCode(places, meaning.found)
  return {
    codes,
    records: records.filter(({ path }) => !codes.some((code) => code.path === path)),
  }
}

async function findRecords(
  data: DataProvider,
  documents: Map<string, Place>,
  search: string,
  signal: AbortSignal,
): Promise<Target[]> {
  const kinds = await Promise.allSettled(
    [...documents].map(async ([table, place]) => {
      const { rows } = await data.query(table, { search, size: each }, signal)
      return rows.map(({ id, _label }) => ({
        path: `${place.path}/${id}`,
        title: _label ?? String(id),
        trail: place.node.meta.title,
      }))
    }),
  )
  return kinds.flatMap((kind) => (kind.status === 'fulfilled' ? kind.value : []))
}
