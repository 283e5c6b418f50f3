import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useData, type Row } from '../../data/provider'
import { useSettled } from './useSettled'

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
  const found = useQuery({
    queryKey: ['table', table, 'lookup', settled],
    queryFn: ({ signal }) =>
      data.query(table, { search: settled, size: pageSize, choose: true }, signal),
    enabled: open && table !== '',
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
  return {
    candidates: (found.data?.rows ?? []).map(candidateOf),
    loading: found.isFetching || settled !== search,
    open,
    setOpen,
    setSearch,
  }
}

function candidateOf(row: Row): Candidate {
  return { value: row.id, label: row._label ?? String(row.id) }
}
