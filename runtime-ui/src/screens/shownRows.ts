import { create } from 'zustand'

/** The rows that each list showed last, as ids in their order, by the list's address. */
const useShown = create<Record<string, number[]>>(() => ({}))

/** Keeps what a list shows now, for its records' pages. */
export function keepShown(base: string, ids: number[]) {
  useShown.setState({ [base]: ids })
}

export interface Neighbours {
  position: number // from 1
  count: number
  previous: number | undefined
  next: number | undefined
}

/** What stands before and after a record in its list; undefined where the list does not show it. */
export function useNeighbours(base: string, id: number): Neighbours | undefined {
  const ids = useShown((shown) => shown[base]) ?? []
  const index = ids.indexOf(id)
  if (index < 0 || ids.length === 1) return undefined
  return { position: index + 1, count: ids.length, previous: ids[index - 1], next: ids[index + 1] }
}
