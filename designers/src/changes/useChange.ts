import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { create } from 'zustand'
import { newUuid, useData, useNotify, type ChangeSet } from '../../../runtime-ui/src/render'

const stored = 'designers.change'

/** The change set that this browser works on, for all designers; 0 for none. */
const useChosen = create<{ change: number }>(() => ({
  change: Number(localStorage.getItem(stored) ?? 0),
}))

function choose(change: number) {
  localStorage.setItem(stored, String(change))
  useChosen.setState({ change })
}

export interface ChangeState {
  /** The set that is worked on; undefined while there is none. */
  chosen: ChangeSet | undefined
  open: ChangeSet[]
  loading: boolean
  choose: (change: number) => void
  begin: (title: string) => Promise<void>
  drop: (change: number) => Promise<void>
  published: () => Promise<void>
}

/** The open change sets, and which of them is worked on. */
export function useChange(): ChangeState {
  const { changes } = useData()
  const notify = useNotify()
  const queries = useQueryClient()
  const { change } = useChosen()
  const list = useQuery({
    queryKey: ['change sets'],
    queryFn: ({ signal }) => changes.list(signal),
  })
  const open = list.data ?? []
  const chosen = open.find((one) => one.change === change)

  // One that was published or dropped elsewhere is left.
  const gone = list.isSuccess && !list.isFetching && change !== 0 && chosen === undefined
  useEffect(() => {
    if (gone) choose(0)
  }, [gone])

  const again = () => queries.invalidateQueries({ queryKey: ['change sets'] })

  return {
    chosen,
    open,
    loading: list.isPending,
    choose,
    begin: async (title) => {
      try {
        const made = await changes.open(title, newUuid())
        await again()
        choose(made)
      } catch (error) {
        notify.failure(error)
      }
    },
    drop: async (id) => {
      try {
        await changes.drop(id, newUuid())
      } catch (error) {
        notify.failure(error)
      }
      await again()
    },
    published: async () => {
      choose(0)
      await queries.invalidateQueries()
    },
  }
}
