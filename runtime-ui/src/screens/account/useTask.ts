import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNotify } from '../../page/useNotify'

/** Runs a write, tells how it went, and asks again for what it changed. */
export function useTask() {
  const notify = useNotify()
  const queries = useQueryClient()
  const [running, setRunning] = useState(false)
  async function run(stale: string[], task: () => Promise<void>): Promise<boolean> {
    setRunning(true)
    try {
      await task()
      await Promise.all(stale.map((key) => queries.invalidateQueries({ queryKey: [key] })))
      notify.success('account.saved')
      return true
    } catch (error) {
      notify.failure(error)
      return false
    } finally {
      setRunning(false)
    }
  }
  return { run, running }
}
