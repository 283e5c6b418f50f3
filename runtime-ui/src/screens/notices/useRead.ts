import { useQueryClient } from '@tanstack/react-query'
import { useData } from '../../data/provider'
import { newUuid } from '../../data/random'
import { useNotify } from '../../page/useNotify'

/** Marks notices as read; without ids all. */
export function useRead() {
  const data = useData()
  const notify = useNotify()
  const queries = useQueryClient()
  return async (ids: number[] | undefined) => {
    try {
      await data.notices.read(ids, newUuid())
      await queries.invalidateQueries({ queryKey: ['notices'] })
    } catch (error) {
      notify.failure(error)
    }
  }
}
