import { round, type Box } from './model'

/** A line to which something was snapped, in mm. */
export interface Guide {
  axis: 'x' | 'y'
  at: number
}

/** The box around boxes. */
export function around(boxes: Box[]): Box {
  const x = Math.min(...boxes.map((one) => one.x))
  const y = Math.min(...boxes.map((one) => one.y))
  const right = Math.max(...boxes.map((one) => one.x + one.width))
  const bottom = Math.max(...boxes.map((one) => one.y + one.height))
  return { x, y, width: right - x, height: bottom - y }
}

export function overlaps(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

/** Edges of a box that snap to others, from its left or upper edge. */
const edges = (size: number) => [0, size / 2, size]

/**
 * The way that a box goes, corrected so that an edge or its middle meets one of another box, or
 * else the grid; `reach` is how near that must be, in mm.
 */
export function snapped(
  box: Box,
  others: Box[],
  grid: number,
  reach: number,
): { dx: number; dy: number; guides: Guide[] } {
  const x = snapAxis(box.x, box.width, others.map(spanX), grid, reach)
  const y = snapAxis(box.y, box.height, others.map(spanY), grid, reach)
  const guides: Guide[] = []
  if (x.at !== undefined) guides.push({ axis: 'x', at: x.at })
  if (y.at !== undefined) guides.push({ axis: 'y', at: y.at })
  return { dx: x.by, dy: y.by, guides }
}

interface Span {
  from: number
  size: number
}

const spanX = ({ x, width }: Box): Span => ({ from: x, size: width })
const spanY = ({ y, height }: Box): Span => ({ from: y, size: height })

function snapAxis(from: number, size: number, others: Span[], grid: number, reach: number) {
  let best: { by: number; at?: number } = { by: 0 }
  let nearest = reach
  for (const other of others) {
    for (const target of edges(other.size).map((edge) => other.from + edge)) {
      for (const edge of edges(size)) {
        const by = target - (from + edge)
        if (Math.abs(by) >= nearest) continue
        nearest = Math.abs(by)
        best = { by, at: target }
      }
    }
  }
  if (best.at !== undefined || grid === 0) return best
  return { by: Math.round(from / grid) * grid - from }
}

export type Side = 'left' | 'center' | 'right' | 'top' | 'middle' | 'bottom'

/** The box at a side of a frame. */
export function aligned(box: Box, side: Side, frame: Box): Box {
  switch (side) {
    case 'left':
      return { ...box, x: frame.x }
    case 'center':
      return { ...box, x: frame.x + (frame.width - box.width) / 2 }
    case 'right':
      return { ...box, x: frame.x + frame.width - box.width }
    case 'top':
      return { ...box, y: frame.y }
    case 'middle':
      return { ...box, y: frame.y + (frame.height - box.height) / 2 }
    case 'bottom':
      return { ...box, y: frame.y + frame.height - box.height }
  }
}

/** Boxes with the same room between them; the first and the last stay. */
export function distributed(boxes: Box[], axis: 'x' | 'y'): Box[] {
  const size = axis === 'x' ? 'width' : 'height'
  const order = boxes
    .map((_, i) => i)
    .sort((a, b) => startOf(boxes, a, axis) - startOf(boxes, b, axis))
  const frame = around(boxes)
  const free = frame[size] - boxes.reduce((sum, box) => sum + box[size], 0)
  const gap = free / (boxes.length - 1)
  const made = [...boxes]
  let next = frame[axis]
  for (const i of order) {
    const box = boxes[i]
    if (box === undefined) continue
    made[i] = { ...box, [axis]: round(next) }
    next += box[size] + gap
  }
  return made
}

const startOf = (boxes: Box[], i: number, axis: 'x' | 'y') => boxes[i]?.[axis] ?? 0

/** Which edges of a box a handle moves. */
export interface Grip {
  x: -1 | 0 | 1
  y: -1 | 0 | 1
}

const least = 0.2 // mm

/** The box after a handle was moved. */
export function resized(box: Box, { x, y }: Grip, dx: number, dy: number): Box {
  const width = Math.max(least, box.width + x * dx)
  const height = Math.max(least, box.height + y * dy)
  return {
    x: x < 0 ? box.x + box.width - width : box.x,
    y: y < 0 ? box.y + box.height - height : box.y,
    width,
    height,
  }
}
