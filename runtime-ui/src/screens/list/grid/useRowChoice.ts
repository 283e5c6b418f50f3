import { useRef } from 'react'
import type { ListMeta } from '../../../data/screen'
import type { ListState } from '../useListScreen'

/** Which rows are selected; with Shift all between the last one and this. */
export function useRowChoice(list: ListMeta, state: ListState) {
  const last = useRef(0)
  const { rows, selected, isSelected, setSelected } = state
  const selectable = list.group.length === 0

  function set(from: number, to: number, on: boolean) {
    const ids = new Set(rows.slice(Math.min(from, to), Math.max(from, to) + 1).map(({ id }) => id))
    const others = selected.filter((id) => !ids.has(id))
    setSelected(on ? [...others, ...ids] : others)
  }
  return {
    selectable,
    toggle: (index: number, extend: boolean) => {
      const row = rows[index]
      if (row === undefined || !selectable) return
      const on = extend || !isSelected(row.id)
      set(extend ? last.current : index, index, on)
      last.current = index
    },
    pickAll: (on: boolean) => {
      if (selectable) set(0, rows.length - 1, on)
    },
  }
}
