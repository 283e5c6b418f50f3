import { useTranslation } from 'react-i18next'
import type { Change } from '../../data/act'
import { useData } from '../../data/provider'
import { exactTime } from '../../format/time'
import { useNotify } from '../../page/useNotify'
import { layEarlier, leftOver } from './earlier'
import type { Told } from './historyOf'
import { mayEdit, type RecordMeta } from './parts'
import { useRecordPart, useRecordStore } from './recordStore'

/** Takes an earlier state into the form; undefined where nobody may. */
export function useTakeBack(meta: RecordMeta, told: Told | undefined, onLaid: () => void) {
  const { t, i18n } = useTranslation()
  const data = useData()
  const notify = useNotify()
  const store = useRecordStore()
  const base = useRecordPart((state) => state.base)
  if (meta.table.revertible !== true || !mayEdit(meta, base)) return undefined
  return async (change: Change) => {
    if (store.getState().dirty) {
      notify.warning(t('record.take_back_busy'))
      return
    }
    try {
      const earlier = await data.earlier(meta.table.key, base.id, change.id)
      const left = leftOver(earlier.left, meta, (why) => t(`record.left_${why}`))
      const stays = left === '' ? '' : t('record.left', { names: left })
      if (Object.keys(earlier.record).length <= 2) {
        notify.warning([t('record.taken_back_same'), stays].filter(Boolean).join(' · '))
        return
      }
      layEarlier(store, meta, earlier, told?.labels ?? new Map<string, string>())
      const words = t('record.taken_back', { time: exactTime(change.at, i18n.language) })
      notify.warning([words, stays].filter(Boolean).join(' · '))
      onLaid()
    } catch (error) {
      notify.failure(error)
    }
  }
}
