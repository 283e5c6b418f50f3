import { useQuery } from '@tanstack/react-query'
import { useData } from '../../data/provider'
import { isEmpty } from '../../format/plain'
import type { FieldLabel } from '../kit'

/** What people call a record of which only the id came along, as with a default. */
export function useLabel(table: string, value: unknown, label: FieldLabel | undefined) {
  const data = useData()
  const found = useQuery({
    queryKey: ['table', table, 'label', value],
    queryFn: ({ signal }) =>
      data.query(table, { filter: { field: 'id', op: 'eq', value }, size: 1 }, signal),
    enabled: label === undefined && !isEmpty(value),
    staleTime: 60_000,
  })
  return typeof label === 'string' ? label : found.data?.rows[0]?._label
}
