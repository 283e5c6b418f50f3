import { create } from 'zustand'

/** A page that a person visited or likes; a record's carries its name. */
export interface Remembered {
  path: string
  label?: string | undefined
}

interface Memory {
  recent: Remembered[] // newest first
  favourites: Remembered[] // in the order of their choice
}

const most = 12 // recent pages

/** What this browser remembers of one person's ways. */
export const useMemory = create<Memory & { owner: string }>(() => ({
  owner: '',
  recent: [],
  favourites: [],
}))

/** Takes up the memory of a person; another's stays where it is. */
export function recall(owner: string) {
  if (useMemory.getState().owner === owner) return
  useMemory.setState({ owner, recent: [], favourites: [], ...read(owner) })
}

/** Puts a page before all other recent ones. */
export function remember(page: Remembered) {
  keep(({ recent }) => ({ recent: [page, ...without(recent, page.path)].slice(0, most) }))
}

/** Makes a page a favourite, or no longer one. */
export function toggleFavourite(page: Remembered) {
  keep(({ favourites }) => {
    const rest = without(favourites, page.path)
    return { favourites: rest.length < favourites.length ? rest : [...rest, page] }
  })
}

function keep(change: (memory: Memory) => Partial<Memory>) {
  useMemory.setState(change)
  const { owner, recent, favourites } = useMemory.getState()
  try {
    localStorage.setItem(nameOf(owner), JSON.stringify({ recent, favourites }))
  } catch {
    // Full or closed storage costs only the memory of the next visit.
  }
}

function read(owner: string): Partial<Memory> {
  try {
    return JSON.parse(localStorage.getItem(nameOf(owner)) ?? '{}') as Partial<Memory>
  } catch {
    return {}
  }
}

function without(pages: Remembered[], path: string): Remembered[] {
  return pages.filter((page) => page.path !== path)
}

function nameOf(owner: string): string {
  return `ways.${owner}`
}
