import { useQuery } from '@tanstack/react-query'
import { useData } from '../../../runtime-ui/src/render'
import { objectsOf, wordOf } from '../draft/edit'

/** A set of lines of a document. */
export interface LineSet {
  key: string
  table: string
}

/** The sets of lines of a table's document; none where it is no document. */
export function useLines(table: string, change: number): LineSet[] {
  const { changes } = useData()
  const found = useQuery({
    queryKey: ['meta object', 'document', table, change, 'lines'],
    queryFn: ({ signal }) => changes.get('document', table, change, signal),
    enabled: table !== '',
    retry: false,
  })
  return objectsOf(found.data?.object['lines']).map((set) => ({
    key: wordOf(set['key']),
    table: wordOf(set['table']),
  }))
}
