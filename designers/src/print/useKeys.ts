import type { KeyboardEvent } from 'react'
import { round, type Box, type Placed } from './model'

const ways: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}
const coarse = 1 // mm
const fine = 0.1 // mm
const least = 0.2 // mm

interface KeysProps {
  placed: Placed[]
  /** Of the chosen ones, those that may be moved. */
  free: Placed[]
  /** Whether an element may be moved at all. */
  isFree: (one: Placed) => boolean
  choose: (names: string[]) => void
  nudge: (boxes: Map<string, Box>) => void
  remove: () => void
  duplicate: () => void
  /** Goes to what the panel says of the element. */
  tell: () => void
}

/**
 * The keys of elements: arrows move by 1 mm, with Shift by 0.1 mm, and with Alt they size; Ctrl+A,
 * Ctrl+D and Delete do what they do everywhere, Enter leads to the panel.
 */
export function useKeys(props: KeysProps) {
  const { placed, choose, nudge, remove, duplicate, tell } = props
  return (event: KeyboardEvent) => {
    const way = ways[event.key]
    const control = event.ctrlKey || event.metaKey
    if (way !== undefined && !control) {
      const by = event.shiftKey ? fine : coarse
      const next = (box: Box) => (event.altKey ? larger(box, way, by) : further(box, way, by))
      nudge(new Map(meant(props, event.target).map(({ name, box }) => [name, next(box)])))
    } else if (event.key === 'Delete' || event.key === 'Backspace') remove()
    else if (event.key === 'Enter') tell()
    else if (event.key === 'Escape') choose([])
    else if (control && event.key.toLowerCase() === 'a') choose(placed.map(({ name }) => name))
    else if (control && event.key.toLowerCase() === 'd') duplicate()
    else return
    event.preventDefault()
  }
}

/** The chosen ones; what has the keyboard may be chosen only in a moment. */
function meant({ placed, free, isFree }: KeysProps, target: EventTarget): Placed[] {
  const name = target instanceof HTMLElement ? target.dataset['name'] : undefined
  if (free.some((one) => one.name === name)) return free
  return placed.filter((one) => one.name === name && isFree(one))
}

function further(box: Box, way: { x: number; y: number }, by: number): Box {
  return { ...box, x: round(box.x + way.x * by), y: round(box.y + way.y * by) }
}

function larger(box: Box, way: { x: number; y: number }, by: number): Box {
  return {
    ...box,
    width: Math.max(least, round(box.width + way.x * by)),
    height: Math.max(least, round(box.height + way.y * by)),
  }
}
