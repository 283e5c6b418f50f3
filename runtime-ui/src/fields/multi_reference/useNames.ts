import { useQuery } from '@tanstack/react-query'
import { useData } from '../../data/provider'
import type { NamedRecord } from '../kit'

/** What people call records; asked for where only the ids came along. */
export function useNames(table: string, ids: number[], given: NamedRecord[]): Map<number, string> {
  const data = useData()
  const known = new Map(given.map(({ id, _label }) => [id, _label]))
  const missing = ids.filter((id) => !known.has(id))
  const found = useQuery({
    queryKey: ['table', table, 'labels', missing],
    queryFn: ({ signal }) =>
      data.query(
        table,
        { filter: { field: 'id', op: 'in', value: missing }, size: missing.length },
        signal,
      ),
    enabled: missing.length > 0,
    staleTime: 60_000,
  })
  for (const row of found.data?.rows ?? []) known.set(row.id, row._label ?? String(row.id))
  return known
}
