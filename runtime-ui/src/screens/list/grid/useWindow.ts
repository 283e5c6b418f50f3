import { startTransition, useEffect, useState, type RefObject } from 'react'

const chunk = 8 // rows by which the window moves on
const usualRow = 32 // px, before anything is drawn
const atLeast = 40 // rows, where the height is not known

/** Which rows of a long table are near the view; all have the height that the style gives them. */
export function useWindow(scroller: RefObject<HTMLElement | null>, count: number) {
  const [view, setView] = useState({ from: 0, to: atLeast, row: usualRow })
  useEffect(() => {
    const element = scroller.current
    if (element === null) return
    const measure = () => {
      const row = rowHeight(element)
      const first = Math.floor(element.scrollTop / row)
      const rows = Math.max(
        Math.ceil(element.clientHeight / row),
        element.clientHeight > 0 ? 1 : atLeast,
      )
      const from = Math.max(0, Math.floor(first / chunk) * chunk - chunk)
      const to = Math.ceil((first + rows) / chunk) * chunk + chunk
      const next = { from, to, row }
      // Drawn in slices, so that no row holds up the scrolling.
      startTransition(() => {
        setView((old) => (isSame(old, next) ? old : next))
      })
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    element.addEventListener('scroll', measure, { passive: true })
    measure()
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [scroller])
  const to = Math.min(view.to, count)
  const from = Math.min(view.from, to)
  return {
    from,
    to,
    row: view.row,
    above: from * view.row,
    below: (count - to) * view.row,
  }
}

interface View {
  from: number
  to: number
  row: number // px
}

function isSame(a: View, b: View): boolean {
  return a.from === b.from && a.to === b.to && a.row === b.row
}

/** Height of each row in px, as the density of the moment has it. */
export function rowHeight(element: HTMLElement): number {
  const text = getComputedStyle(element).getPropertyValue('--row')
  return Number.parseFloat(text) || usualRow
}
