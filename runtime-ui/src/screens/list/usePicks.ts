import { useMemo, useState } from 'react'
import type { Row } from '../../data/provider'

const none: Row[] = []

/** The rows that a person selected, also those of pages out of view, or all that the filter finds. */
export function usePicks() {
  const [picked, setPicked] = useState(none)
  const [everything, setEverything] = useState(false)
  const selected = useMemo(() => picked.map(({ id }) => id), [picked])
  const ids = useMemo(() => new Set(selected), [selected])
  return {
    chosen: { selected, isSelected: (id: number) => ids.has(id), picked, everything },
    choose: (ids: number[], rows: Row[]) => {
      const known = new Map([...picked, ...rows].map((row) => [row.id, row]))
      setPicked(ids.map((id) => known.get(id) ?? { id }))
      setEverything(false)
    },
    everything: () => {
      setEverything(true)
    },
    clear: () => {
      setPicked(none)
      setEverything(false)
    },
  }
}
