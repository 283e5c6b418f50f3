import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useData } from '../../data/provider'
import type { ActResult, Job } from '../../data/act'

const pause = 1_000 // ms between questions
const mostNamed = 500 // records that are called by their names

/** What became of a record; of one that went well there is nothing to say. */
type Outcome = Omit<ActResult, 'msg'> & { msg?: string }

const runs = (job: Job | undefined) => job?.state === 'queued' || job?.state === 'running'

/** A job that takes an action on many records: how far it is, then what became of each. */
export function useJobResults(table: string, id: number) {
  const data = useData()
  const queries = useQueryClient()
  const found = useQuery({
    queryKey: ['job', id],
    queryFn: ({ signal }) => data.job(id, signal),
    refetchInterval: ({ state }) => (runs(state.data) ? pause : false),
  })
  const done = found.data?.state === 'done' || found.data?.state === 'cancelled'
  const results = done ? ((found.data?.data ?? []) as Outcome[]) : []
  const left = results.filter(({ result }) => !result).map((one) => one.id)
  const value = left.slice(0, mostNamed)
  const names = useQuery({
    queryKey: ['table', table, 'labels', value],
    queryFn: ({ signal }) =>
      data.query(table, { filter: { field: 'id', op: 'in', value }, size: mostNamed }, signal),
    enabled: value.length > 0,
  })
  useEffect(() => {
    if (done) void queries.invalidateQueries({ queryKey: ['table', table] })
  }, [done, queries, table])

  const labels = new Map(names.data?.rows.map((row) => [row.id, row._label]))
  return {
    job: found.data,
    error: found.data === undefined ? found.error : null,
    /** Undefined while it runs; of a cancelled job those that it came to. */
    each: done ? results.map((one) => worded(one, labels.get(one.id))) : undefined,
    cancel: () => data.cancelJob(id),
  }
}

function worded(one: Outcome, label: string | undefined): ActResult {
  const result = { ...one, msg: one.msg ?? '' }
  return label === undefined ? result : { ...result, label }
}
