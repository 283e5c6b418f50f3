import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSettled } from '../../fields/reference/useSettled'
import { useData, type DataProvider } from '../../data/provider'
import type { Place } from '../shell/menus'
import type { Target } from './targets'

const least = 2 // characters; fewer would find too much
const each = 4 // records of one kind

/** Records of the granted documents whose number, code or name is typed. */
export function useRecords(places: Map<string, Place>, typed: string) {
  const data = useData()
  const wanted = typed.trim()
  const search = useSettled(wanted, 250)
  const found = useQuery({
    queryKey: ['palette', search],
    queryFn: ({ signal }) => findRecords(data, documentsOf(places), search, signal),
    enabled: search.length >= least,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
  const enough = Math.min(search.length, wanted.length) >= least
  return {
    records: enough ? (found.data ?? []) : [],
    searching: wanted.length >= least && (search !== wanted || found.isFetching),
  }
}

/** The screens that show one kind of document each, by the document's key. */
function documentsOf(places: Map<string, Place>): Map<string, Place> {
  const documents = new Map<string, Place>()
  for (const place of places.values()) {
    const [kind, key] = (place.node.meta.screen ?? '').split(':')
    if (kind === 'document' && key !== undefined && !documents.has(key)) documents.set(key, place)
  }
  return documents
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
