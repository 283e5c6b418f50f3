import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNotify } from '../../page/useNotify'
import { useData } from '../../data/provider'
import { newUuid } from '../../data/random'

const key = ['upkeep', 'releases']

/** The releases that were put in force, and the way back to one of them. */
export function useReleases() {
  const { t } = useTranslation()
  const { releases } = useData().upkeep
  const notify = useNotify()
  const queries = useQueryClient()
  const list = useQuery({ queryKey: key, queryFn: ({ signal }) => releases.list(signal) })

  async function back(to: number) {
    try {
      await releases.back(to, t('release.back_note', { release: to }), newUuid())
    } catch (error) {
      notify.failure(error)
    }
    await queries.invalidateQueries({ queryKey: key })
  }

  /** Going back is not held up by what cannot be foreseen. */
  const lostBy = (to: number) => releases.lostBy(to).catch(() => [])

  return { rows: list.data ?? [], error: list.error, loading: list.isPending, back, lostBy }
}
