import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useData } from '../../data/provider'
import { newUuid } from '../../data/random'
import type { KeptColumn } from '../../data/upkeep'
import { useNotify } from '../../page/useNotify'

const key = ['upkeep', 'columns']

/** What is kept of fields that are gone, and how it goes for good. */
export function useKept() {
  const { t } = useTranslation()
  const { releases } = useData().upkeep
  const notify = useNotify()
  const queries = useQueryClient()
  const list = useQuery({ queryKey: key, queryFn: ({ signal }) => releases.columns(signal) })

  async function drop(column: KeptColumn, consent: string) {
    try {
      await releases.drop(column, consent, newUuid())
      notify.success(t('release.dropped', { column: column.column }))
    } catch (error) {
      notify.failure(error)
    }
    await queries.invalidateQueries({ queryKey: key })
  }

  return { rows: list.data ?? [], error: list.error, loading: list.isPending, drop }
}
