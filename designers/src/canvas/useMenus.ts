import { useQueries, useQuery } from '@tanstack/react-query'
import { useData, type JsonObject } from '../../../runtime-ui/src/render'
import { objectsOf, wordOf } from '../draft/edit'

/** An entry of the menu and the object that says it. */
export interface Entry {
  menu: string
  item: JsonObject
  id: number
  parent: number
}

/**
 * All entries of all menus under a change set, in the order in which they are shown; `edited` stands
 * for the menu of its key.
 */
export function useMenus(change: number, edited?: JsonObject): Entry[] {
  const { changes } = useData()
  const list = useQuery({
    queryKey: ['meta objects', 'menu', change],
    queryFn: ({ signal }) => changes.objects('menu', change, signal),
  })
  const keys = list.data?.map(({ key }) => key) ?? []
  const menus = useQueries({
    queries: keys.map((key) => ({
      queryKey: ['meta object', 'menu', key, change, 'entries'],
      queryFn: ({ signal }: { signal: AbortSignal }) => changes.get('menu', key, change, signal),
    })),
  })
  return menus
    .flatMap(({ data }) => (data === undefined ? [] : [data.object]))
    .map((menu) => (menu['key'] === edited?.['key'] && edited !== undefined ? edited : menu))
    .sort((a, b) => orderOf(a) - orderOf(b))
    .flatMap((menu) => entriesOf(wordOf(menu['key']), menu))
}

function entriesOf(menu: string, object: JsonObject): Entry[] {
  const items = objectsOf(object['items'])
  return items.map((item) => ({
    menu,
    item,
    id: Number(item['key']),
    parent: Number(item['parent']),
  }))
}

const orderOf = ({ order }: JsonObject) => (typeof order === 'number' ? order : 0)
