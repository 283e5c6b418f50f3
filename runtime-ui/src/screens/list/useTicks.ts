import { useLayoutEffect, useRef, useState } from 'react'
import { useData } from '../../data/provider'
import type { ListMeta } from '../../data/screen'
import { play } from '../station/sounds'
import type { ListState } from './useListScreen'

/** What became of the last code: its row is ticked now, was ticked before, or is not shown. */
export interface Tick {
  code: string
  outcome: 'ticked' | 'again' | 'not_shown' | 'unknown'
}

/** Ticks the rows of codes, one after the other, however fast they come. */
export function useTicks(list: ListMeta, state: ListState) {
  const data = useData()
  const [last, setLast] = useState<Tick>()
  const queue = useRef<Promise<void>>(Promise.resolve())
  const now = useRef(state)
  const ticked = useRef<number[]>([]) // and not drawn yet
  useLayoutEffect(() => {
    now.current = state
    ticked.current = []
  }, [state])

  async function tick(code: string) {
    const { found } = await data.code({ code })
    const ids = found.filter(({ table }) => table === list.table).map(({ id }) => id)
    const shown = ids.filter((id) => now.current.rows.some((row) => row.id === id))
    const before = [...now.current.selected, ...ticked.current]
    const fresh = shown.filter((id) => !before.includes(id))
    if (fresh.length > 0) {
      ticked.current = [...ticked.current, ...fresh]
      now.current.setSelected([...before, ...fresh])
    }
    const outcome = outcomeOf(ids, shown, fresh)
    play(outcome === 'ticked' ? 'ok' : 'error')
    setLast({ code, outcome })
  }

  return {
    last,
    take: (code: string) => {
      queue.current = queue.current
        .then(() => tick(code))
        .catch(() => {
          setLast({ code, outcome: 'unknown' })
        })
    },
  }
}

function outcomeOf(ids: number[], shown: number[], fresh: number[]): Tick['outcome'] {
  if (ids.length === 0) return 'unknown'
  if (shown.length === 0) return 'not_shown'
  return fresh.length === 0 ? 'again' : 'ticked'
}
