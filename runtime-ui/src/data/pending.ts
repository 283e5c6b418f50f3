import { create } from 'zustand'

/** How many foreground calls are under way; the shell draws its overlay from it. */
export const usePending = create<{ count: number }>(() => ({ count: 0 }))

/** Counts a call as pending until it settles. */
export async function whilePending<T>(call: () => Promise<T>): Promise<T> {
  usePending.setState(({ count }) => ({ count: count + 1 }))
  try {
    return await call()
  } finally {
    usePending.setState(({ count }) => ({ count: count - 1 }))
  }
}
