import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { use, useState } from 'react'
import { useData } from '../../data/provider'
import type { Row } from '../../data/rows'
import { ChoosingContext } from '../choosing'
import { useSettled } from './useSettled'

const noTitles: string[] = []
const pageSize = 20 // candidates shown; typing narrows them

export interface Candidate {
  value: number
  label: string
}

/** Records of a table that match what is typed; asked for only while the list is open. */
export function useCandidates(table: string) {
  const data = useData()
  const [search, setSearch] = useState('')
  const [open, setOpen] = useState(false)
  const settled = useSettled(search, 200)
  const choosing = use(ChoosingContext)
  const within = choosing === undefined ? {} : { for: choosing.for }
  const found = useQuery({
    queryKey: ['table', table, 'lookup', settled, within],
    queryFn: ({ signal }) =>
      data.query(table, { search: settled, size: pageSize, choose: true, ...within }, signal),
    enabled: open && table !== '',
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
  const candidates = (found.data?.rows ?? []).map(candidateOf)
  const isEarlier = found.isPlaceholderData || settled !== search
  return {
    candidates: isEarlier ? candidates.filter(({ label }) => names(label, search)) : candidates,
    loading: found.isFetching || settled !== search,
    lacks: choosing?.lacks ?? noTitles,
    open,
    setOpen,
    setSearch,
  }
}

/** Of an earlier answer only what fits may be taken, since Enter takes the first. */
function names(label: string, search: string): boolean {
  const text = label.toLocaleLowerCase()
  return search
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

function candidateOf(row: Row): Candidate {
  return { value: row.id, label: row._label ?? String(row.id) }
}
