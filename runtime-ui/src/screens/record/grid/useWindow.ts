import { useEffect, useState, type RefObject } from 'react'

const spare = 8 // rows drawn beyond either edge
const manyRows = 60 // fewer are drawn all

export interface RowWindow {
  first: number
  end: number // one past the last
  before: number // px
  after: number // px
  many: boolean
}

/** Which of many rows of one height are in view; only those are drawn. */
export function useWindow(ref: RefObject<HTMLElement | null>, count: number): RowWindow {
  const [view, setView] = useState({ top: 0, height: 0, row: 32 })
  const many = count > manyRows
  useEffect(() => {
    const area = ref.current
    if (area === null || !many) return
    const look = () => {
      const row = area.querySelector<HTMLElement>('tbody tr[data-line]')?.offsetHeight ?? 32
      const step = row * (spare / 2)
      const top = Math.floor(area.scrollTop / step) * step
      setView((old) =>
        old.top === top && old.height === area.clientHeight && old.row === row
          ? old
          : { top, height: area.clientHeight, row },
      )
    }
    look()
    area.addEventListener('scroll', look, { passive: true })
    return () => {
      area.removeEventListener('scroll', look)
    }
  }, [ref, many])
  if (!many) return { first: 0, end: count, before: 0, after: 0, many }
  const first = Math.max(0, Math.floor(view.top / view.row) - spare)
  const end = Math.min(count, Math.ceil((view.top + view.height) / view.row) + spare + spare / 2)
  return { first, end, before: first * view.row, after: (count - end) * view.row, many }
}
