import { theme } from 'antd'
import { useMemo } from 'react'
import { create } from 'zustand'
import { useMemory } from '../../page/memory'
import type { ColumnMeta } from '../../data/screen'
import {
  inOrder,
  isShown,
  moveTo,
  narrowest,
  plainArrangement,
  widthOf,
  type Arrangement,
} from './grid/columns'
import type { ListView } from './views/views'

/**
 * The columns of a list as a person arranged them. What one drags lives in this browser, because
 * widths fit the monitor at hand; a saved view takes them along to other places.
 */
export function useColumns(list: string, all: ColumnMeta[], view: ListView | undefined) {
  const { fontSize } = theme.useToken().token
  const name = `list.${useMemory(({ owner }) => owner)}.${list}.${view?.id ?? 0}`
  const changed = useArrangements((known) => known[name])
  const kept = useMemo(() => read(name), [name])
  const plain = useMemo(() => plainArrangement(all), [all])
  const arrangement = (changed === undefined ? kept : changed) ?? view?.content.columns ?? plain
  const ordered = useMemo(() => inOrder(all, arrangement), [all, arrangement])
  const shown = useMemo(
    () => ordered.filter((column) => isShown(column, arrangement)),
    [ordered, arrangement],
  )

  function change(part: Partial<Arrangement>) {
    const order = ordered.map(({ field }) => field)
    keep(name, { ...arrangement, order, ...part })
  }
  return {
    all: ordered,
    shown,
    arrangement,
    width: (column: ColumnMeta) => widthOf(column, arrangement, fontSize),
    toggle: (field: string) => {
      const hidden = ordered.filter((one) => !shown.includes(one)).map((one) => one.field)
      const without = hidden.filter((one) => one !== field)
      change({ hidden: without.length < hidden.length ? without : [...hidden, field] })
    },
    move: (field: string, target: string) => {
      const order = ordered.map((one) => one.field)
      change({ order: moveTo(order, field, target) })
    },
    resize: (field: string, px: number) => {
      const width = Math.max(narrowest, Math.round(px))
      change({ widths: { ...arrangement.widths, [field]: width } })
    },
    /** Back to the columns of the view, or of the screen. */
    forget: () => {
      keep(name, null)
    },
  }
}

export type Columns = ReturnType<typeof useColumns>

const useArrangements = create<Record<string, Arrangement | null | undefined>>(() => ({}))

function keep(name: string, arrangement: Arrangement | null) {
  useArrangements.setState({ [name]: arrangement })
  try {
    localStorage.setItem(name, JSON.stringify(arrangement))
  } catch {
    // Full or closed storage costs only the memory of the next visit.
  }
}

function read(name: string): Arrangement | undefined {
  try {
    return (JSON.parse(localStorage.getItem(name) ?? 'null') as Arrangement | null) ?? undefined
  } catch {
    return undefined
  }
}
