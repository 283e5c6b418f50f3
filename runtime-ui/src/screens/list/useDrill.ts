import type { Filter, Row } from '../../data/rows'
import type { ListMeta } from '../../data/screen'
import { isEmpty } from '../../format/plain'
import { addressOf, usePage } from '../../page/page'

/** Leads from a group to the list of its rows; undefined where the list does not say which. */
export function useDrill(list: ListMeta) {
  const page = usePage()
  const route = list.drill?.route
  if (route === undefined) return undefined
  return (row: Row) => {
    page.open(addressOf(route, groupFilter(list.group, row)))
  }
}

function groupFilter(group: string[], row: Row): Filter {
  const leaves = group.map((field): Filter => {
    const value = row[field]
    return isEmpty(value) ? { field, op: 'null' } : { field, op: 'eq', value }
  })
  return { and: leaves }
}
