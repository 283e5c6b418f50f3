import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNotify } from '../../page/useNotify'
import { useData } from '../../data/provider'
import type { ListedJob } from '../../data/upkeep'

const key = ['upkeep', 'jobs']
const pause = 2_000 // ms between questions while a job is on its way

export const onItsWay = ({ state }: ListedJob) => state === 'queued' || state === 'running'

/** One's own jobs; asked again and again while one is on its way. */
export function useJobs() {
  const data = useData()
  const notify = useNotify()
  const queries = useQueryClient()
  const jobs = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => data.upkeep.jobs(signal),
    refetchInterval: ({ state }) => (state.data?.some(onItsWay) === true ? pause : false),
  })

  async function cancel(id: number) {
    try {
      await data.cancelJob(id)
    } catch (error) {
      notify.failure(error)
    }
    await queries.invalidateQueries({ queryKey: key })
  }

  async function open(file: string) {
    try {
      window.open(await data.link(file), '_blank', 'noopener')
    } catch (error) {
      notify.failure(error)
    }
  }

  return {
    rows: jobs.data ?? [],
    error: jobs.error,
    loading: jobs.isPending,
    refresh: () => void jobs.refetch(),
    cancel,
    open,
  }
}
