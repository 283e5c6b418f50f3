import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useData } from '../../data/provider'
import { useNotify } from '../../page/useNotify'
import { saveBlob } from '../import/saveBlob'

/** What keeps the house from going live, asked anew at each visit. */
export function useCutover() {
  const { t } = useTranslation()
  const { cutover } = useData().upkeep
  const notify = useNotify()
  const [packing, setPacking] = useState(false)
  const found = useQuery({
    queryKey: ['upkeep', 'cutover'],
    queryFn: ({ signal }) => cutover.check(signal),
    staleTime: 0,
  })

  async function templates() {
    setPacking(true)
    try {
      saveBlob(await cutover.templates(), `${t('exchange.order.title')}.zip`)
    } catch (error) {
      notify.failure(error)
    } finally {
      setPacking(false)
    }
  }

  return {
    findings: found.data?.findings ?? [],
    ready: found.data?.ok === true,
    error: found.error,
    loading: found.isFetching,
    again: () => void found.refetch(),
    templates,
    packing,
  }
}
