import { useQuery, useQueryClient } from '@tanstack/react-query'
import { newUuid } from '../../../data/random'
import { useData } from '../../../data/provider'
import { useNotify } from '../../../page/useNotify'

const key = ['upkeep', 'schedule']
const pause = 3_000 // ms between questions while the screen is open

/** The jobs that come by themselves, and what one may do with them, without any UI. */
export function useSchedule() {
  const { schedule } = useData().upkeep
  const notify = useNotify()
  const queries = useQueryClient()
  const jobs = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => schedule.list(signal),
    refetchInterval: pause,
  })

  async function change(id: number, what: 'run' | 'pause' | 'resume') {
    try {
      await schedule.change(id, what, newUuid())
      if (what === 'run') notify.success('schedule.started')
    } catch (error) {
      notify.failure(error)
    }
    await queries.invalidateQueries({ queryKey: key })
  }

  return {
    rows: jobs.data?.rows ?? [],
    manage: jobs.data?.manage === true,
    error: jobs.error,
    loading: jobs.isPending,
    change,
  }
}
