import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import dayjs from 'dayjs'
import { use, useMemo } from 'react'
import { useData } from '../../data/provider'
import type { Row } from '../../data/rows'
import type { BoardMeta, BoardSourceMeta, BoardWayMeta, ListMeta } from '../../data/screen'
import { DropdownContext } from '../../fields/words'
import { asText } from '../../format/plain'
import { useKept } from '../../page/kept'
import { filterTree, type Chosen, type ChosenFilters } from '../list/filters'
import { useAddress } from '../list/useAddress'
import { lanesOf, valueOf, type Counted } from './lanes'

const mostLanes = 500

/** A source as it lies in the way that is looked at. */
export interface Laid {
  source: BoardSourceMeta
  field: string
  same: string | undefined
}

/** What a person looks at on a board, and its columns, without any UI. */
export function useBoard(board: BoardMeta) {
  const list = useMemo(() => asList(board), [board])
  const { asked, change } = useAddress(list)
  const { filters } = asked
  const [wayKey, setWay] = useKept('way', () => board.ways[0]?.key ?? '')
  const [hidden, setHidden] = useKept<string[]>('hidden', () => [])
  const way = board.ways.find(({ key }) => key === wayKey) ?? board.ways[0]
  const laid = board.sources.flatMap((source) => {
    const column = source.columns.find(({ key }) => key === way?.key)
    return column === undefined ? [] : [{ source, field: column.field, same: column.same }]
  })
  const shown = laid.filter(({ source }) => !hidden.includes(source.key))
  const lanes = useLanes(way, shown, filters)
  return {
    list,
    way,
    setWay,
    laid,
    shown,
    ...lanes,
    toggle: (key: string) => {
      const rest = hidden.filter((one) => one !== key)
      setHidden(rest.length < hidden.length ? rest : [...hidden, key])
    },
    filters,
    handed: asked.handed,
    dropHanded: () => {
      change({ handed: undefined })
    },
    setFilter: (key: string, chosen: Chosen | undefined) => {
      const rest = Object.entries(filters).filter(([other]) => other !== key)
      const next = chosen === undefined ? rest : [...rest, [key, chosen]]
      change({ filters: Object.fromEntries(next) as ChosenFilters })
    },
  }
}

export type BoardState = ReturnType<typeof useBoard>

/** What the filters of a board are kept and drawn by: a list that has just those. */
function asList(board: BoardMeta): ListMeta {
  const first = board.sources[0]
  if (first === undefined) throw new Error('a board has sources')
  return { ...first.list, filters: board.filters }
}

/** The filter of a list that has the filters of the board, or some of them. */
export function filterOf(list: ListMeta, filters: ChosenFilters) {
  return filterTree(list.filters, filters, undefined, dayjs())
}

function useLanes(way: BoardWayMeta | undefined, shown: Laid[], filters: ChosenFilters) {
  const data = useData()
  const also = useAlso(way, filters)
  const labelOf = useLabelOf(way)
  const counts = useQueries({
    queries: shown.map(({ source: { list }, field }) => ({
      queryKey: ['table', list.table, list.key, 'board', field, filters],
      queryFn: ({ signal }: { signal: AbortSignal }) => {
        const filter = filterOf(list, filters)
        return data.aggregate(
          list.table,
          {
            list: list.key,
            ...(filter && { filter }),
            group: [field],
            measures: [{ fn: 'count', as: 'n' }],
            size: mostLanes,
          },
          signal,
        )
      },
      placeholderData: keepPreviousData,
    })),
  })
  const counted = counts.map(({ data: page }, i): Counted => ({
    source: shown[i]?.source.key ?? '',
    field: shown[i]?.field ?? '',
    rows: page?.rows ?? [],
  }))
  return {
    lanes: lanesOf(counted, { none: way?.none ?? '', labelOf, also }),
    pending: counts.some(({ isPending }) => isPending),
    error: counts.find(({ error }) => error !== null)?.error ?? null,
  }
}

/** What heads columns that hold no card. */
function useAlso(way: BoardWayMeta | undefined, filters: ChosenFilters) {
  const data = useData()
  const { list, value = '', same } = way?.also ?? {}
  const rows = useQuery({
    queryKey: ['table', list?.table, list?.key, 'board', value, filters],
    queryFn: ({ signal }) => {
      if (list === undefined) return { rows: [] as Row[] }
      const filter = filterOf(list, filters)
      const fields = same === undefined ? [value] : [value, same]
      const asked = { list: list.key, fields, size: mostLanes, sort: list.sort }
      return data.query(list.table, { ...asked, ...(filter && { filter }) }, signal)
    },
    enabled: list !== undefined,
    placeholderData: keepPreviousData,
  })
  if (list === undefined) return []
  return (rows.data?.rows ?? []).map((row) => ({
    value: Number(row[value]),
    label: asText(row[`${value}__label`] ?? row[value]),
    ...(same !== undefined && { same: valueOf(row[same]) }),
  }))
}

/** What people read of a value. */
function useLabelOf(way: BoardWayMeta | undefined) {
  const dropdowns = use(DropdownContext)
  return (value: string | number, label: unknown): string => {
    const options = dropdowns[way?.dropdown ?? ''] ?? []
    const option = options.find((one) => String(one.value) === String(value))
    return option?.label ?? asText(label ?? value)
  }
}
