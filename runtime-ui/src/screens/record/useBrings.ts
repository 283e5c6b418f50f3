import { useNotify } from '../../page/useNotify'
import { useData } from '../../data/provider'
import type { FieldMeta } from '../../data/screen'
import type { RecordMeta } from './parts'
import { takeBrought, useRecordStore } from './recordStore'

/** Fills in what the record chosen in a field brings along. */
export function useBrings(meta: RecordMeta, field: FieldMeta): (chosen: unknown) => void {
  const data = useData()
  const store = useRecordStore()
  const notify = useNotify()
  return (chosen) => {
    if (field.brings !== true || typeof chosen !== 'number') return
    data.brings(meta.table.key, field.key, chosen).then(
      (brought) => {
        if (store.getState().values[field.key] === chosen) takeBrought(store, brought)
      },
      (error: unknown) => {
        notify.failure(error)
      },
    )
  }
}
