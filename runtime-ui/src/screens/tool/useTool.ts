import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useData } from '../../data/provider'
import type { ActAnswer, Target } from '../../data/act'
import { newUuid } from '../../data/random'
import type { ListMeta, ToolMeta } from '../../data/screen'
import type { Values } from '../../forms/SchemaForm'
import { useKept } from '../../page/kept'
import { useListScreen } from '../list/useListScreen'
import { defaultParams } from '../record/conditions'

interface Outcome {
  preview: boolean
  answer: ActAnswer
}

/** Rows, parameters and the run of a tool, without any UI. */
export function useTool(tool: ToolMeta) {
  const data = useData()
  const queries = useQueryClient()
  // Here rows are chosen, not opened, and the one action is the tool's.
  const list = useMemo<ListMeta>(
    () => ({ ...tool.list, open: 'none', actions: [], import: [], create: false }),
    [tool.list],
  )
  const rows = useListScreen(list)
  const [scope, setScope] = useKept<'selected' | 'all'>('scope', () => 'selected')
  const [params, setParams] = useKept<Values>('params', () => defaultParams(tool.action.params))
  const [running, setRunning] = useState(false)
  const [outcome, setOutcome] = useKept<Outcome | undefined>('outcome', () => undefined)
  const [error, setError] = useKept<string | undefined>('error', () => undefined)

  function target(): Target {
    if (scope === 'selected') return { ids: rows.selected }
    const { filter = { and: [] }, searched: search, total: expect } = rows
    return { list: list.key, filter, search, expect }
  }

  async function run(preview: boolean) {
    setRunning(true)
    setError(undefined)
    setOutcome(undefined)
    try {
      const act = { name: tool.action.key, target: target(), params }
      const answer = await data.act(list.table, preview ? { ...act, preview } : act, newUuid())
      setOutcome({ preview, answer })
      if (preview) return
      rows.setSelected([])
      await queries.invalidateQueries({ queryKey: ['table'] })
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : String(failure))
    } finally {
      setRunning(false)
    }
  }

  return { list, rows, scope, setScope, params, setParams, running, outcome, error, run }
}

export type ToolState = ReturnType<typeof useTool>
