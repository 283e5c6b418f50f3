import { createContext, use } from 'react'
import { useStore } from 'zustand'
import type { GridControl } from './control'

export const GridContext = createContext<GridControl | null>(null)

/** The control of the grid that this cell belongs to. */
export function useGrid(): GridControl {
  const control = use(GridContext)
  if (control === null) throw new Error('no grid: wrap the rows in <GridContext value={...}>')
  return control
}

/** Whether the cursor is in a cell; only the cells that it leaves and enters are redrawn. */
export function useIsActive(key: string, field: string): boolean {
  return useStore(useGrid().state, ({ active }) => active?.key === key && active.field === field)
}
