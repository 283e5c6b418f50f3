import { useEffect } from 'react'
import { create } from 'zustand'
import { keepsState, useTabs } from './tabs'

/** The addresses of pages with changes that nobody saved yet. */
const useUnsaved = create<{ paths: ReadonlySet<string> }>(() => ({ paths: new Set() }))

/** True when one of the pages would lose something by being closed. */
export function hasUnsaved(paths: string[]): boolean {
  return paths.some((path) => useUnsaved.getState().paths.has(path))
}

/** Marks a page while it holds unsaved changes, in view or not, until its tab is closed. */
export function useMarkUnsaved(path: string, dirty: boolean) {
  useEffect(() => {
    mark(path, dirty)
    return () => {
      if (!keepsState(path)) mark(path, false)
    }
  }, [path, dirty])
}

function mark(path: string, dirty: boolean) {
  const paths = new Set(useUnsaved.getState().paths)
  if (paths.has(path) === dirty) return
  if (dirty) paths.add(path)
  else paths.delete(path)
  useUnsaved.setState({ paths })
}

useTabs.subscribe(() => {
  for (const path of useUnsaved.getState().paths) if (!keepsState(path)) mark(path, false)
})

/** The browser asks before it leaves while anything is unsaved. */
function ask(event: BeforeUnloadEvent) {
  event.preventDefault()
}

useUnsaved.subscribe(({ paths }) => {
  if (paths.size > 0) addEventListener('beforeunload', ask)
  else removeEventListener('beforeunload', ask)
})
