import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNotify } from '../../app/useNotify'
import { useData } from '../../data/provider'
import { newUuid } from '../../data/random'
import { waitForJob } from '../waitForJob'

/** Asks for a file and reads it through a mapping. */
export function useImport() {
  const data = useData()
  const notify = useNotify()
  const queries = useQueryClient()
  const [running, setRunning] = useState(false)

  async function run(mapping: string) {
    const file = await chooseFile('.xlsx,.csv')
    if (file === undefined) return
    setRunning(true)
    try {
      const job = await waitForJob(data, await data.importFile(mapping, file, false, newUuid()))
      const text = job.message ?? ''
      if (job.state === 'done') notify.success(text)
      else notify.failure(new Error(text))
      if (job.file !== undefined) window.open(await data.link(job.file), '_blank', 'noopener')
      await queries.invalidateQueries({ queryKey: ['table'] })
    } catch (error) {
      notify.failure(error)
    } finally {
      setRunning(false)
    }
  }
  return { running, run }
}

function chooseFile(accept: string): Promise<File | undefined> {
  return new Promise((resolve) => {
    const input = document.createElement('input')
    input.type = 'file'
    input.accept = accept
    input.addEventListener('change', () => {
      resolve(input.files?.[0])
    })
    input.addEventListener('cancel', () => {
      resolve(undefined)
    })
    input.click()
  })
}
