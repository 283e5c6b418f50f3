import { createContext, use } from 'react'
import type { Filter } from '../data/rows'

/** Where a screen stands and how it leads elsewhere; designers stand in for it in a preview. */
export interface Page {
  /** Address of the screen; a record's page is `<base>/<id>`. */
  base: string
  /** Address of this page. */
  path: string
  /** The query of this page with its question mark; '' when there is none. */
  search: string
  /** Gives this page another query; `replace` leaves no step back. */
  ask: (search: string, replace: boolean) => void
  open: (path: string) => void
  /** Shows another record of this screen in the place of this one. */
  turn: (record: number) => void
  /** What the tab of this page is called. */
  rename: (label: string) => void
  close: () => void
}

export const PageContext = createContext<Page | null>(null)

/** The page that this part of the tree belongs to. */
export function usePage(): Page {
  const page = use(PageContext)
  if (page === null) throw new Error('no page: wrap the screen in <PageContext value={...}>')
  return page
}

/** The address of a list whose rows are those of a filter that another screen hands over. */
export function addressOf(route: string, filter: Filter): string {
  return `${route}?${new URLSearchParams({ [handedParam]: JSON.stringify(filter) }).toString()}`
}

/** The address of a list whose rows are those that a quick search finds. */
export function searchOf(route: string, text: string): string {
  return `${route}?${new URLSearchParams({ [searchParam]: text }).toString()}`
}

/** Under this name a list's address carries its quick search. */
export const searchParam = 'q'

/** Under this name a list's address carries a filter that another screen handed over. */
export const handedParam = 'where'
