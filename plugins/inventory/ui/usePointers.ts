import { useRef, type PointerEvent } from 'react'
import { zoomed, type View } from './view'

interface Touch {
  x: number
  y: number
}

interface Hands {
  view: View // as shown
  setView: (view: View) => void
  onTap: (x: number, y: number) => void
  onHover: (x: number, y: number) => void
}

const still = 4 // px that a finger may move in a tap

/** One finger or the mouse drags, two fingers zoom, a tap chooses. */
export function usePointers({ view, setView, onTap, onHover }: Hands) {
  const down = useRef(new Map<number, Touch>())
  const moved = useRef(false)

  const at = (event: PointerEvent): Touch => {
    const box = event.currentTarget.getBoundingClientRect()
    return { x: event.clientX - box.left, y: event.clientY - box.top }
  }
  return {
    onPointerDown: (event: PointerEvent) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      if (down.current.size === 0) moved.current = false
      down.current.set(event.pointerId, at(event))
    },
    onPointerMove: (event: PointerEvent) => {
      const [before, now] = [down.current.get(event.pointerId), at(event)]
      if (before === undefined) {
        onHover(now.x, now.y)
        return
      }
      const [dx, dy] = [now.x - before.x, now.y - before.y]
      if (!moved.current && Math.abs(dx) + Math.abs(dy) <= still) return
      moved.current = true
      down.current.set(event.pointerId, now)
      const other = [...down.current].find(([id]) => id !== event.pointerId)?.[1]
      setView(
        other === undefined
          ? { ...view, x: view.x + dx, y: view.y + dy }
          : zoomed(view, apart(now, other) / apart(before, other), other.x, other.y),
      )
    },
    onPointerUp: (event: PointerEvent) => {
      const here = down.current.get(event.pointerId)
      down.current.delete(event.pointerId)
      if (here !== undefined && !moved.current) onTap(here.x, here.y)
    },
    onPointerCancel: (event: PointerEvent) => {
      down.current.delete(event.pointerId)
    },
  }
}

function apart(a: Touch, b: Touch): number {
  return Math.max(1, Math.hypot(a.x - b.x, a.y - b.y))
}
