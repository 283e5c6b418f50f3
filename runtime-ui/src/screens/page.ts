import { createContext, use } from 'react'
import { create } from 'zustand'
import type { Filter } from '../data/provider'

/** Where a screen stands and how it leads elsewhere; designers stand in for it in a preview. */
export interface Page {
  /** Address of the screen; a record's page is `<base>/<id>`. */
  base: string
  /** Address of this page. */
  path: string
  open: (path: string) => void
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

/** Filters that one screen hands to a list before it leads there, by the list's address. */
export const useHandover = create<Record<string, Filter | undefined>>(() => ({}))
