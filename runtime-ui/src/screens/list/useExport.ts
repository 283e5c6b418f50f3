import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNotify } from '../../page/useNotify'
import { useData } from '../../data/provider'
import { newUuid } from '../../data/random'
import type { ListMeta } from '../../data/screen'
import { waitForJob } from '../waitForJob'
import type { ListState } from './useListScreen'

/** Writes the rows of the filter into a file and opens it. */
export function useExport(list: ListMeta, state: ListState) {
  const { t } = useTranslation()
  const data = useData()
  const notify = useNotify()
  const [running, setRunning] = useState(false)

  async function run(format: 'xlsx' | 'csv', template?: string) {
    setRunning(true)
    try {
      const columns =
        template === undefined
          ? { fields: state.columns.shown.map((column) => column.field) }
          : { template }
      const filter = state.filter === undefined ? {} : { filter: state.filter }
      const id = await data.exportRows(
        list.table,
        { list: list.key, format, ...columns, search: state.searched, ...filter },
        newUuid(),
      )
      const job = await waitForJob(data, id)
      if (job.file === undefined) throw new Error(job.message || t('list.no_file'))
      window.open(await data.link(job.file), '_blank', 'noopener')
    } catch (error) {
      notify.failure(error)
    } finally {
      setRunning(false)
    }
  }
  return { running, run }
}
