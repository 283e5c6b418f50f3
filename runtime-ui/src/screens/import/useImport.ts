import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useData, type ImportOutcome, type Job } from '../../data/provider'
import { newUuid } from '../../data/random'
import type { Values } from '../../forms/SchemaForm'
import { waitForJob } from '../waitForJob'

/** What an import has come to. */
export interface Report {
  dryRun: boolean
  message: string
  outcome: ImportOutcome | undefined
  file: string | undefined
}

/** A file on its way through a mapping: tried first, then read in earnest. */
export function useImport(mapping: string) {
  const data = useData()
  const queries = useQueryClient()
  const [file, chooseFile] = useState<File>()
  const [job, setJob] = useState<Job>()
  const [report, setReport] = useState<Report>()
  const [error, setError] = useState<string>()
  const running = useRef<number>(undefined)

  function setFile(next: File | undefined) {
    chooseFile(next)
    setReport(undefined)
    setError(undefined)
  }

  async function run(params: Values, dryRun: boolean) {
    if (file === undefined) return
    setError(undefined)
    setJob({ state: 'queued', done: 0, total: 0 })
    try {
      running.current = await data.importFile(mapping, { file, params, dryRun }, newUuid())
      const ended = await waitForJob(data, running.current, setJob)
      if (ended.state === 'failed') setError(ended.message)
      else setReport(reportOf(ended, dryRun))
      if (!dryRun) await queries.invalidateQueries({ queryKey: ['table'] })
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : String(failure))
    } finally {
      setJob(undefined)
    }
  }

  return {
    file,
    setFile,
    job,
    report,
    error,
    run,
    cancel: async () => {
      if (running.current !== undefined) await data.cancelJob(running.current)
    },
    download: async () => {
      if (report?.file !== undefined) {
        window.open(await data.link(report.file), '_blank', 'noopener')
      }
    },
  }
}

function reportOf(job: Job, dryRun: boolean): Report {
  return {
    dryRun,
    message: job.message ?? '',
    outcome: (job.data ?? undefined) as ImportOutcome | undefined,
    file: job.file ?? undefined,
  }
}
