import { createContext, use } from 'react'
import type { TableMeta } from '../data/screen'

export const TablesContext = createContext<Record<string, TableMeta>>({})

/** The compiled table of a key; the screen brings all that it shows. */
export function useTable(key: string): TableMeta {
  const table = use(TablesContext)[key]
  if (table === undefined) {
    throw new Error(`table "${key}" is not among the screen's tables`)
  }
  return table
}
