import { useQuery } from '@tanstack/react-query'
import { useData } from '../../data/provider'
import { historyOf } from './historyOf'
import type { RecordMeta } from './parts'

/** The changes of a record, asked for once for all who tell of them; none without the right. */
export function useHistory(meta: RecordMeta, id: number) {
  const data = useData()
  const { table } = meta
  return useQuery({
    queryKey: ['table', table.key, 'history', id],
    queryFn: ({ signal }) => historyOf(data, meta, id, signal),
    enabled: id !== 0 && table.rights.includes('history'),
  })
}
