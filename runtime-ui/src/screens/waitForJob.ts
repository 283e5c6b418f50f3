import type { DataProvider } from '../data/provider'
import type { Job } from '../data/act'

const pause = 1_000 // ms

/** Asks for a job's state until it has ended, and tells each. */
export async function waitForJob(
  data: DataProvider,
  id: number,
  onChange?: (job: Job) => void,
): Promise<Job> {
  for (;;) {
    const job = await data.job(id)
    onChange?.(job)
    if (job.state !== 'queued' && job.state !== 'running') return job
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}
