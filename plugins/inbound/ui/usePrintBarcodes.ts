import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { newUuid, useData, useNotify, type Row } from '../../../runtime-ui/src/render'

export const table = 'print_barcode'
const most = 500 // labels of one list; the server gives no longer page

/** A barcode that is to be printed so many times. */
export interface Label {
  id: number
  version: number
  code: string
  goods: string
  copies: number
  from: string
}

/** The person's list of barcodes to print, without any UI. */
export function usePrintBarcodes() {
  const data = useData()
  const notify = useNotify()
  const queries = useQueryClient()
  const query = { list: table, sort: ['id'], size: most }
  const found = useQuery({
    queryKey: ['table', table],
    queryFn: ({ signal }) => data.query(table, query, signal),
  })
  const refresh = () => queries.invalidateQueries({ queryKey: ['table', table] })
  const fail = (error: unknown) => {
    notify.failure(error)
  }
  const work = { onSuccess: refresh, onError: fail }
  const setCopies = useMutation({
    mutationFn: ({ id, version, copies }: Label) =>
      data.save(table, { id, version, copies }, newUuid()),
    ...work,
  })
  const remove = useMutation({
    mutationFn: (ids: number[]) => data.remove(table, { ids }, newUuid()),
    ...work,
  })
  return {
    labels: (found.data?.rows ?? []).map(labelOf),
    loading: found.isPending,
    error: found.error,
    setCopies: setCopies.mutate,
    remove: remove.mutate,
  }
}

function labelOf({ id, version = 0, ...row }: Row): Label {
  return {
    id,
    version,
    code: row['code'] as string,
    goods: row['product_id__label'] as string,
    copies: row['copies'] as number,
    from: (row['source_no'] as string | null) ?? '',
  }
}
