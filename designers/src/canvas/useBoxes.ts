import { useEffect, useState } from 'react'

/** Where a field or column is drawn, in px from the corner of its screen. */
export interface Box {
  field: string
  left: number
  top: number
  width: number
  height: number
}

/** Where the fields and columns of a screen are drawn, also when it is drawn anew. */
export function useBoxes(screen: HTMLElement | null): Box[] {
  const [boxes, setBoxes] = useState<Box[]>([])
  useEffect(() => {
    if (screen === null) return
    let frame = 0
    const look = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => {
        const now = boxesOf(screen)
        setBoxes((before) => (isSame(before, now) ? before : now))
      })
    }
    const drawn = new MutationObserver(look)
    drawn.observe(screen, { childList: true, subtree: true })
    const sized = new ResizeObserver(look)
    sized.observe(screen)
    look()
    return () => {
      cancelAnimationFrame(frame)
      drawn.disconnect()
      sized.disconnect()
    }
  }, [screen])
  return boxes
}

function boxesOf(screen: HTMLElement): Box[] {
  const corner = screen.getBoundingClientRect()
  const boxes = new Map<string, Box>()
  for (const element of screen.querySelectorAll<HTMLElement>('[data-part]')) {
    const field = element.dataset['part'] ?? ''
    if (boxes.has(field)) continue // a list beside the record may have a column of that name
    const { left, top, width, height } = element.getBoundingClientRect()
    boxes.set(field, { field, left: left - corner.left, top: top - corner.top, width, height })
  }
  return [...boxes.values()]
}

function isSame(some: Box[], others: Box[]): boolean {
  return JSON.stringify(some) === JSON.stringify(others)
}
