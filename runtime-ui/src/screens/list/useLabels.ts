import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useData } from '../../data/provider'
import type { FilterMeta } from '../../data/screen'
import { asText, isEmpty } from '../../format/plain'
import type { Chosen } from './filters'

/** What people call the records that a filter names by their ids; an address carries no words. */
export function useLabels(
  { to }: Pick<FilterMeta, 'to'>,
  chosen: Chosen | undefined,
): Map<number, string> {
  const data = useData()
  const ids = to === undefined || isEmpty(chosen?.value) ? [] : [chosen?.value].flat().map(Number)
  const found = useQuery({
    queryKey: ['table', to, 'labels', ids],
    queryFn: ({ signal }) =>
      data.query(
        to ?? '',
        { filter: { field: 'id', op: 'in', value: ids }, size: ids.length },
        signal,
      ),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  const rows = found.data?.rows ?? []
  return new Map(rows.map((row) => [row.id, asText(row._label ?? row.id)]))
}
