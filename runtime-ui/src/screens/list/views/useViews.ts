import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNotify } from '../../../page/useNotify'
import { useData } from '../../../data/provider'
import { newUuid } from '../../../data/random'
import type { ListMeta } from '../../../data/screen'
import type { ViewDraft } from '../../../data/views'
import { isBare, plainList } from '../address'
import type { useAddress } from '../useAddress'
import { askedBy, openingView, type ListView } from './views'

const noViews: ListView[] = []

/** The saved views of a list. One that opens by itself does so only where the address says nothing. */
export function useViews(list: ListMeta, { asked, query, change }: ReturnType<typeof useAddress>) {
  const data = useData()
  const notify = useNotify()
  const queries = useQueryClient()
  const queryKey = ['views', list.key]
  const known = useQuery({
    queryKey,
    queryFn: ({ signal }) => data.views.list(list.key, signal),
    staleTime: Infinity,
    retry: false,
  })
  const all: ListView[] = known.data?.views ?? noViews
  const opening = isBare(query) ? openingView(all) : undefined
  useEffect(() => {
    if (opening !== undefined) change(askedBy(list, opening), true)
  })

  async function attempt(write: () => Promise<void>): Promise<boolean> {
    try {
      await write()
      await queries.invalidateQueries({ queryKey })
      return true
    } catch (error) {
      notify.failure(error)
      return false
    }
  }
  const choose = (view: ListView | undefined) => {
    change(view === undefined ? { ...plainList(list), view: 0 } : askedBy(list, view))
  }
  return {
    all,
    mayShare: known.data?.mayShare === true,
    current: all.find(({ id }) => id === asked.view),
    /** Which rows to ask for is not known yet. */
    waiting: isBare(query) && (known.isPending || opening !== undefined),
    choose,
    save: (view: ViewDraft) =>
      attempt(async () => {
        const saved = await data.views.save(view, newUuid())
        change({ view: saved.id }, true)
      }),
    remove: (view: ListView) =>
      attempt(async () => {
        await data.views.remove(view.id, newUuid())
        if (view.id === asked.view) choose(undefined)
      }),
  }
}

export type Views = ReturnType<typeof useViews>
