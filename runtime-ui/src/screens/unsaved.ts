import { useEffect } from 'react'
import { create } from 'zustand'

/** The addresses of pages with changes that nobody saved yet. */
export const useUnsaved = create<{ paths: ReadonlySet<string> }>(() => ({ paths: new Set() }))

/** True when one of the pages would lose something by being closed. */
export function hasUnsaved(paths: string[]): boolean {
  return paths.some((path) => useUnsaved.getState().paths.has(path))
}

/** Marks a page while it holds unsaved changes; the browser then asks before it is left. */
export function useMarkUnsaved(path: string, dirty: boolean) {
  useEffect(() => {
    if (!dirty) return
    mark(path, true)
    const ask = (event: BeforeUnloadEvent) => {
      event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => {
      mark(path, false)
      removeEventListener('beforeunload', ask)
    }
  }, [path, dirty])
}

function mark(path: string, dirty: boolean) {
  const paths = new Set(useUnsaved.getState().paths)
  if (dirty) paths.add(path)
  else paths.delete(path)
  useUnsaved.setState({ paths })
}
