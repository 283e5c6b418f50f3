import { create } from 'zustand'
import type { Kept } from './kept'
import type { Destination } from './menus'

/** A visited page. What it keeps lives until it is closed, so nothing typed is lost. */
export interface Tab {
  path: string
  search: string // the query with its question mark; empty when there is none
  label: string | undefined // a record's own name; the menu's title when there is none
  version: number // a higher one is a page made anew
  seen: number // a higher one was visited later
  kept: Kept
  destination: Destination
}

interface Tabs {
  tabs: Tab[]
  person: string | undefined // whose pages they are
  /** Pages of another person are closed; one's own outlive a session that ran out. */
  belongTo: (person: string) => void
  visit: (destination: Destination, path: string, search: string) => void
  rename: (path: string, label: string) => void
  /** Shows another record of a tab's screen in the tab; where that has one already, in its own. */
  turn: (path: string, to: string, record: number) => void
  refresh: (path: string) => void
  close: (path: string) => void
  closeOthers: (path: string) => void
  closeAll: () => void
}

let visits = 0

/** The visited pages in the order of their first visit. */
export const useTabs = create<Tabs>((set) => {
  const change = (path: string, changed: (tab: Tab) => Tab) => {
    set(({ tabs }) => ({ tabs: tabs.map((tab) => (tab.path === path ? changed(tab) : tab)) }))
  }
  return {
    tabs: [],
    person: undefined,
    belongTo: (person) => {
      set((before) => (before.person === person ? {} : { person, tabs: [] }))
    },
    visit: (destination, path, search) => {
      set(({ tabs }) =>
        tabs.some((tab) => tab.path === path)
          ? {}
          : { tabs: [...tabs, newTab(path, search, destination)] },
      )
      // The menus may have come again, in another language or with other rights.
      change(path, (tab) => ({ ...tab, destination, search, seen: ++visits }))
    },
    rename: (path, label) => {
      change(path, (tab) => ({ ...tab, label }))
    },
    turn: (path, to, record) => {
      set(({ tabs }) =>
        tabs.some((tab) => tab.path === to)
          ? { tabs: tabs.filter((tab) => tab.path !== path) }
          : { tabs: tabs.map((tab) => (tab.path === path ? turned(tab, to, record) : tab)) },
      )
    },
    refresh: (path) => {
      change(path, (tab) => ({ ...tab, version: tab.version + 1, kept: new Map() }))
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
  }
})

function turned({ destination: { place } }: Tab, path: string, record: number): Tab {
  return newTab(path, '', { place, record })
}

function newTab(path: string, search: string, destination: Destination): Tab {
  const seen = ++visits
  return { path, search, label: undefined, version: 0, seen, kept: new Map(), destination }
}

/** The address that a tab returns to. */
export function fullPath({ path, search }: Pick<Tab, 'path' | 'search'>): string {
  return path + search
}

/** What a tab is called. */
export function titleOf({ label, destination }: Tab): string {
  return label ?? destination.place.node.meta.title
}

/** True while a page has a tab that keeps what it was left with. */
export function keepsState(path: string): boolean {
  const tab = useTabs.getState().tabs.find((one) => one.path === path)
  return tab !== undefined && tab.destination.place.node.meta.noCache !== true
}
