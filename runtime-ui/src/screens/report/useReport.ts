import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useKept } from '../../page/kept'
import { useNotify } from '../../page/useNotify'
import { useData } from '../../data/provider'
import { newUuid } from '../../data/random'
import type { ReportFormat, ReportParams } from '../../data/report'
import type { ReportScreenMeta } from '../../data/screen'
import { isEmpty } from '../../format/plain'

/** The first question is the one that the menu entry stands for. */
function askOf({ menuId }: ReportScreenMeta, params: ReportParams | undefined) {
  if (params !== undefined) return { params }
  return menuId === undefined ? {} : { menuId }
}

/** State and figures of a report, without any UI. */
export function useReport(screen: ReportScreenMeta) {
  const data = useData()
  const notify = useNotify()
  const [chosen, setChosen] = useKept<ReportParams | undefined>('asked', () => undefined)
  const [exporting, setExporting] = useState(false)
  const found = useQuery({
    queryKey: ['report', screen.key, screen.menuId, chosen],
    queryFn: ({ signal }) => data.reports.query(screen.key, askOf(screen, chosen), signal),
    placeholderData: keepPreviousData,
  })
  const params = chosen ?? found.data?.params ?? {}

  async function exportAs(format: ReportFormat) {
    setExporting(true)
    try {
      const file = await data.reports.export(screen.key, { params, format }, newUuid())
      window.open(await data.link(file), '_blank', 'noopener')
    } catch (error) {
      notify.failure(error)
    } finally {
      setExporting(false)
    }
  }

  return {
    answer: found.data,
    params,
    days: found.data?.days ?? {},
    loading: found.isFetching,
    error: found.data === undefined ? found.error : null,
    exporting,
    exportAs,
    narrowed: Object.values(params).some((value) => !isEmpty(value)),
    refresh: () => void found.refetch(),
    showAll: () => {
      setChosen({})
    },
    setParam: (field: string, value: unknown) => {
      const rest = Object.entries(params).filter(([key]) => key !== field)
      setChosen(Object.fromEntries(isEmpty(value) ? rest : [...rest, [field, value]]))
    },
  }
}

export type ReportState = ReturnType<typeof useReport>
