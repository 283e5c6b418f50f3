import { useQuery } from '@tanstack/react-query'
import { useData } from '../../../data/provider'
import type { FilterMeta, ListMeta } from '../../../data/screen'
import { asText } from '../../../format/plain'
import { isPasted, type Chosen } from '../filters'
import { mostValues } from './paste'

/** The values of a pasted list that no record of the screen has; undefined until it is known. */
export function useMissing(
  list: ListMeta,
  filter: FilterMeta,
  chosen: Chosen | undefined,
): string[] | undefined {
  const data = useData()
  const { field } = filter
  const pasted = chosen !== undefined && isPasted(filter, chosen)
  const values = pasted ? (chosen.value as unknown[]).map(asText) : []
  const found = useQuery({
    queryKey: ['table', list.table, list.key, 'missing', field, values],
    queryFn: ({ signal }) =>
      data.aggregate(
        list.table,
        {
          list: list.key,
          filter: { field, op: 'in', value: chosen?.value },
          group: [field],
          measures: [{ fn: 'count', as: 'n' }],
          size: mostValues,
        },
        signal,
      ),
    enabled: pasted,
  })
  if (found.data === undefined) return undefined
  const known = new Set(found.data.rows.map((row) => asText(row[field])))
  return values.filter((value) => !known.has(value))
}
