import { useMemo } from 'react'
import type { Row } from '../../data/rows'
import { useKept } from '../../page/kept'

interface Picks {
  question: string // of which these are rows
  picked: Row[]
  everything: boolean
}

/**
 * The rows that a person selected, or all that the filter finds. They die with the question whose
 * rows they are, and a row that is no longer shown is not selected any more.
 */
export function usePicks(list: string, question: string, shown: Row[]) {
  const [picks, setPicks] = useKept<Picks>(`picks.${list}`, () => ({
    question,
    picked: [],
    everything: false,
  }))
  const known = useMemo(() => new Map(shown.map((row) => [row.id, row])), [shown])
  const picked = useMemo(
    () => (picks.question === question ? picks.picked.filter(({ id }) => known.has(id)) : []),
    [picks, question, known],
  )
  if (picks.question !== question) setPicks({ question, picked: [], everything: false })
  const selected = useMemo(() => picked.map(({ id }) => id), [picked])
  const ids = useMemo(() => new Set(selected), [selected])
  return {
    chosen: {
      selected,
      isSelected: (id: number) => ids.has(id),
      picked,
      everything: picks.everything && selected.length > 0,
    },
    choose: (wanted: number[]) => {
      const rows = wanted.flatMap((id) => known.get(id) ?? [])
      setPicks({ question, picked: rows, everything: false })
    },
    everything: () => {
      setPicks({ ...picks, everything: true })
    },
  }
}
