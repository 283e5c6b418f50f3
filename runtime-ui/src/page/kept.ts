import { createContext, use, useEffect, useState, type Dispatch, type SetStateAction } from 'react'

/** What a page keeps as long as its tab is open, by name. */
export type Kept = Map<string, unknown>

/** The keeping place of the page around; without one nothing outlives its nodes. */
export const KeptContext = createContext<Kept | undefined>(undefined)

/** State that is there again when a page that was put away is drawn anew. */
export function useKept<T>(name: string, initial: () => T): [T, Dispatch<SetStateAction<T>>] {
  const kept = use(KeptContext)
  const [value, setValue] = useState(() => (kept?.has(name) ? (kept.get(name) as T) : initial()))
  useEffect(() => {
    kept?.set(name, value)
  }, [kept, name, value])
  return [value, setValue]
}
