import type { DataProvider, Job } from '../data/provider'

const pause = 1_000 // ms

/** Asks for a job's state until it has ended. */
export async function waitForJob(data: DataProvider, id: number): Promise<Job> {
  for (;;) {
    const job = await data.job(id)
    if (job.state !== 'queued' && job.state !== 'running') return job
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}
