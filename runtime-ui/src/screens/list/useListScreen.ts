import dayjs, { type Dayjs } from 'dayjs'
import { use, useEffect, useMemo } from 'react'
import { useMobile } from '../../look/useDevice'
import type { ColumnMeta, ListMeta } from '../../data/screen'
import { DropdownContext } from '../../fields/words'
import { usePage } from '../../page/page'
import { keepShown } from '../shownRows'
import { longestPage } from './address'
import { filterTree, type Chosen, type ChosenFilters } from './filters'
import { measureColumn } from './groups'
import { useAddress } from './useAddress'
import { usePicks } from './usePicks'
import { useRows } from './useRows'
import { useViews } from './views/useViews'
import { contentOf } from './views/views'
import { withRoom } from './grid/columns'
import { useColumns } from './useColumns'

/** State and data of a list, without any UI. */
export function useListScreen(list: ListMeta) {
  const page = usePage()
  const address = useAddress(list)
  const { asked, change, text, setText } = address
  const views = useViews(list, address)
  const { search, filters, handed, sort } = asked
  const size = useMobile() ? Math.min(asked.size, longestPage) : asked.size // cards are drawn all
  const dropdowns = use(DropdownContext)
  const defined = useMemo(
    () => columnsOf(list).map((one) => withRoom(one, dropdowns[one.dropdown ?? ''])),
    [list, dropdowns],
  )
  const columns = useColumns(page.base, defined, views.current)

  const paging = { page: asked.page, size }
  const filterAt = (moment: Dayjs) => filterTree(list.filters, filters, handed, moment)
  const rows = useRows(list, { filters, handed, sort, search, ...paging }, filterAt, !views.waiting)
  const question = JSON.stringify([search, filters, handed, asked.page, size])
  const picks = usePicks(list.key, question, rows.rows)
  const filter = filterAt(dayjs(rows.asOf))
  const { base } = page
  const shown = rows.rows
  useEffect(() => {
    if (list.group.length === 0)
      keepShown(
        base,
        shown.map(({ id }) => id),
      )
  }, [base, list, shown])

  return {
    ...rows,
    filter,
    narrowed: filter !== undefined || search !== '',
    filters,
    handed,
    search: text,
    searched: search, // what the rows are of; search may be on its way
    sort,
    paging,
    ...picks.chosen,
    columns,
    views,
    content: () => contentOf(asked, columns.arrangement),
    setSearch: setText,
    setFilter: (key: string, chosen: Chosen | undefined) => {
      const rest = Object.entries(filters).filter(([other]) => other !== key)
      const next = chosen === undefined ? rest : [...rest, [key, chosen]]
      change({ filters: Object.fromEntries(next) as ChosenFilters })
    },
    showAll: () => {
      change({ filters: {}, search: '', handed: undefined })
    },
    dropHanded: () => {
      change({ handed: undefined })
    },
    setSort: (next: string[]) => {
      change({ sort: next.length === 0 ? list.sort : next })
    },
    setPaging: change,
    setSelected: picks.choose,
    selectAll: picks.everything,
  }
}

export type ListState = ReturnType<typeof useListScreen>

/** A grouped list shows what it groups by, then its measures. */
function columnsOf(list: ListMeta): ColumnMeta[] {
  if (list.group.length === 0) return list.columns
  const grouped = list.columns.filter((column) => list.group.includes(column.field))
  return [...grouped, ...list.measures.map(measureColumn)]
}
