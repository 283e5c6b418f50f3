import { useState, type PointerEvent } from 'react'
import { around, overlaps, resized, snapped, type Grip, type Guide } from './geometry'
import type { Box, Placed } from './model'

/** What the pointer is about, in mm from where it went down. */
interface Gesture {
  kind: 'move' | 'size' | 'mark'
  from: { x: number; y: number }
  grip: Grip
  began: boolean
}

interface Shown {
  boxes: Map<string, Box>
  mark?: Box
  guides: Guide[]
}

interface GestureProps {
  placed: Placed[]
  chosen: string[]
  /** Of the chosen ones, those that may be moved. */
  free: Placed[]
  zoom: number
  /** mm; 0 for none. */
  grid: number
  choose: (names: string[], add: boolean) => void
  /** A click beside all elements, in mm. */
  onGround: (x: number, y: number) => void
  keep: (boxes: Map<string, Box>) => void
}

const nothing: Shown = { boxes: new Map(), guides: [] }
const shaking = 3 // px that a click may wander
const reach = 6 // px within which edges snap

/** Moving, sizing and marking by pointer; what is under way is shown and kept at its end. */
export function useGesture(props: GestureProps) {
  const { placed, chosen, free, zoom, grid, choose, onGround, keep } = props
  const [gesture, setGesture] = useState<Gesture>()
  const [shown, setShown] = useState<Shown>(nothing)

  const point = (event: PointerEvent<HTMLElement>) => {
    const frame = event.currentTarget.getBoundingClientRect()
    return { x: (event.clientX - frame.left) / zoom, y: (event.clientY - frame.top) / zoom }
  }

  function down(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0 || !(event.target instanceof HTMLElement)) return
    const { name, grip } = event.target.dataset
    const kind = grip !== undefined ? 'size' : name !== undefined ? 'move' : 'mark'
    if (kind === 'move' && name !== undefined && (event.shiftKey || !chosen.includes(name)))
      choose([name], event.shiftKey)
    event.currentTarget.setPointerCapture(event.pointerId)
    setGesture({ kind, from: point(event), grip: gripOf(grip), began: false })
  }

  function move(event: PointerEvent<HTMLElement>) {
    if (gesture === undefined) return
    const to = point(event)
    const dx = to.x - gesture.from.x
    const dy = to.y - gesture.from.y
    if (!gesture.began && Math.hypot(dx, dy) * zoom < shaking) return
    if (!gesture.began) setGesture({ ...gesture, began: true })
    const snaps = event.altKey ? { grid: 0, reach: 0 } : { grid, reach: reach / zoom }
    if (gesture.kind === 'mark') setShown({ ...nothing, mark: boxOf(gesture.from, to) })
    else if (gesture.kind === 'move') setShown(moved(dx, dy, snaps))
    else setShown(sized(gesture.grip, dx, dy, snaps))
  }

  function up(event: PointerEvent<HTMLElement>) {
    if (gesture === undefined) return
    const { mark } = shown
    if (mark !== undefined) {
      const inside = placed.filter(({ box }) => overlaps(box, mark)).map(({ name }) => name)
      choose(inside, event.shiftKey)
    } else if (!gesture.began && gesture.kind === 'mark') {
      onGround(gesture.from.x, gesture.from.y)
    } else if (shown.boxes.size > 0) keep(shown.boxes)
    cancel()
  }

  function cancel() {
    setGesture(undefined)
    setShown(nothing)
  }

  function others() {
    return placed.filter(({ name }) => !chosen.includes(name)).map(({ box }) => box)
  }

  function moved(dx: number, dy: number, snaps: { grid: number; reach: number }): Shown {
    if (free.length === 0) return nothing
    const frame = around(free.map(({ box }) => box))
    const gone = { ...frame, x: frame.x + dx, y: frame.y + dy }
    const more = snapped(gone, others(), snaps.grid, snaps.reach)
    const boxes = free.map(({ name, box }): [string, Box] => [
      name,
      { ...box, x: box.x + dx + more.dx, y: box.y + dy + more.dy },
    ])
    return { boxes: new Map(boxes), guides: more.guides }
  }

  /** The edge that is moved snaps as a box without width does. */
  function sized(
    grip: Grip,
    dx: number,
    dy: number,
    snaps: { grid: number; reach: number },
  ): Shown {
    const [one] = free
    if (one === undefined) return nothing
    const { box } = one
    const edge = {
      x: (grip.x < 0 ? box.x : box.x + box.width) + dx,
      y: (grip.y < 0 ? box.y : box.y + box.height) + dy,
      width: 0,
      height: 0,
    }
    const more = snapped(edge, others(), snaps.grid, snaps.reach)
    const next = resized(box, grip, dx + more.dx, dy + more.dy)
    const guides = more.guides.filter(({ axis }) => grip[axis] !== 0)
    return { boxes: new Map([[one.name, next]]), guides }
  }

  return {
    shown,
    handlers: {
      onPointerDown: down,
      onPointerMove: move,
      onPointerUp: up,
      onPointerCancel: cancel,
    },
  }
}

function boxOf(a: { x: number; y: number }, b: { x: number; y: number }): Box {
  return {
    x: Math.min(a.x, b.x),
    y: Math.min(a.y, b.y),
    width: Math.abs(a.x - b.x),
    height: Math.abs(a.y - b.y),
  }
}

/** A grip by its name: w for the left edge, se for the right lower corner. */
function gripOf(name = ''): Grip {
  return {
    x: name.includes('w') ? -1 : name.includes('e') ? 1 : 0,
    y: name.includes('n') ? -1 : name.includes('s') ? 1 : 0,
  }
}
