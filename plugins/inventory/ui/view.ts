import { cellHeight, cellWidth, type Cell, type Layout } from './layout'

/** How the map is looked at: moved by x and y px, drawn so many times its size. */
export interface View {
  x: number
  y: number
  scale: number
}

export interface Size {
  width: number
  height: number
}

const smallest = 0.1
const largest = 4
const edge = 8 // px
const tools = 56 // px at the right, where the buttons are

/** The whole width is seen, unless cells became too small to be told apart. */
export function fitted(layout: Layout, { width }: Size): View {
  const scale = layout.width === 0 ? 1 : (width - edge - tools) / layout.width
  return { x: edge, y: edge, scale: Math.min(1.6, Math.max(0.5, scale)) }
}

/** Drawn larger or smaller around a point, which stays where it is. */
export function zoomed(view: View, factor: number, x: number, y: number): View {
  const scale = Math.min(largest, Math.max(smallest, view.scale * factor))
  const grown = scale / view.scale
  return { scale, x: x - (x - view.x) * grown, y: y - (y - view.y) * grown }
}

/** The view moved so that the first of some cells is in its middle; as it is when one is seen. */
export function showing(view: View, size: Size, cells: Cell[]): View {
  const [first] = cells
  if (first === undefined || cells.some((cell) => isSeen(view, size, cell))) return view
  return {
    scale: view.scale,
    x: size.width / 2 - (first.x + cellWidth / 2) * view.scale,
    y: size.height / 2 - (first.y + cellHeight / 2) * view.scale,
  }
}

export function isSeen(view: View, size: Size, { x, y }: { x: number; y: number }): boolean {
  return (
    (x + cellWidth) * view.scale + view.x > 0 &&
    x * view.scale + view.x < size.width &&
    (y + cellHeight) * view.scale + view.y > 0 &&
    y * view.scale + view.y < size.height
  )
}

/** The cell under a point of the canvas. */
export function cellAt({ cells }: Layout, view: View, left: number, top: number): Cell | undefined {
  const x = (left - view.x) / view.scale
  const y = (top - view.y) / view.scale
  return cells.find(
    (cell) => x >= cell.x && x < cell.x + cellWidth && y >= cell.y && y < cell.y + cellHeight,
  )
}
