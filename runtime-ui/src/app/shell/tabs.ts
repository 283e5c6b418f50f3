import { create } from 'zustand'
import type { Destination } from './menus'

/** A visited page. Its part of the tree lives until it is closed, so nothing typed is lost. */
export interface Tab {
  path: string
  label: string | undefined // a record's own name; the menu's title when there is none
  version: number // a higher one is a page made anew
  destination: Destination
}

interface Tabs {
  tabs: Tab[]
  visit: (destination: Destination, path: string) => void
  rename: (path: string, label: string) => void
  refresh: (path: string) => void
  close: (path: string) => void
  closeOthers: (path: string) => void
  closeAll: () => void
}

/** The visited pages in the order of their first visit. */
export const useTabs = create<Tabs>((set) => ({
  tabs: [],
  visit: (destination, path) => {
    set(({ tabs }) => {
      const known = tabs.find((tab) => tab.path === path)
      if (known === undefined) return { tabs: [...tabs, tabOf(destination, path)] }
      // The menus may have come again, in another language or with other rights.
      return { tabs: tabs.map((tab) => (tab === known ? { ...tab, destination } : tab)) }
    })
  },
  rename: (path, label) => {
    set(({ tabs }) => ({ tabs: tabs.map((tab) => (tab.path === path ? { ...tab, label } : tab)) }))
  },
  refresh: (path) => {
    set(({ tabs }) => ({
      tabs: tabs.map((tab) => (tab.path === path ? { ...tab, version: tab.version + 1 } : tab)),
    }))
  },
  close: (path) => {
    set(({ tabs }) => ({ tabs: tabs.filter((tab) => tab.path !== path) }))
  },
  closeOthers: (path) => {
    set(({ tabs }) => ({ tabs: tabs.filter((tab) => tab.path === path) }))
  },
  closeAll: () => {
    set({ tabs: [] })
  },
}))

function tabOf(destination: Destination, path: string): Tab {
  return { path, label: undefined, version: 0, destination }
}
