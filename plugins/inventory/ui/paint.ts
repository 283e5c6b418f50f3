import type { Kind } from './colour'
import { cellHeight, cellWidth, type Cell, type Layout } from './layout'
import { isSeen, type Size, type View } from './view'

/** What is painted. */
export interface Picture {
  layout: Layout
  kindOf: (cell: Cell) => Kind
  lit: ReadonlySet<number> | undefined // positions that a search found; undefined: no search
  chosen: number | undefined
  view: View
  size: Size
}

const readable = 0.9 // scale from which marks can be read

/** Paints what is seen of the map. */
export function paint(canvas: HTMLCanvasElement, picture: Picture) {
  const { view, size, layout } = picture
  const ratio = window.devicePixelRatio
  const [width, height] = [Math.round(size.width * ratio), Math.round(size.height * ratio)]
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width
    canvas.height = height
  }
  const pen = canvas.getContext('2d')
  if (pen === null) return
  const ink = getComputedStyle(canvas).color
  pen.setTransform(ratio, 0, 0, ratio, 0, 0)
  pen.clearRect(0, 0, size.width, size.height)
  pen.setTransform(ratio * view.scale, 0, 0, ratio * view.scale, ratio * view.x, ratio * view.y)
  pen.font = '10px sans-serif'
  pen.textAlign = 'center'
  const seen = layout.cells.filter((cell) => isSeen(view, size, cell))
  paintGrounds(pen, seen, picture)
  if (view.scale >= readable) paintMarks(pen, seen, picture)
  paintEdges(pen, seen, picture, ink)
  pen.globalAlpha = 1
  pen.fillStyle = ink
  pen.textAlign = 'left'
  for (const label of layout.labels) {
    pen.font = label.area ? '600 13px sans-serif' : '11px sans-serif'
    pen.fillText(label.text, label.x, label.y)
  }
}

const faint = 0.2 // of what a search did not find

/** The ground of each cell, colour by colour: a change of colour costs more than a cell. */
function paintGrounds(pen: CanvasRenderingContext2D, seen: Cell[], { kindOf, lit }: Picture) {
  const byGround = new Map<string, Cell[]>()
  for (const cell of seen) {
    const { colour } = kindOf(cell)
    const ground = lit === undefined || lit.has(cell.place.id) ? colour : `${colour} faint`
    const cells = byGround.get(ground)
    if (cells === undefined) byGround.set(ground, [cell])
    else cells.push(cell)
  }
  for (const [ground, cells] of byGround) {
    const [colour = '', dimmed] = ground.split(' ')
    pen.globalAlpha = dimmed === undefined ? 1 : faint
    pen.fillStyle = colour
    for (const { x, y } of cells) pen.fillRect(x + 1, y + 1, cellWidth - 2, cellHeight - 2)
  }
}

function paintMarks(pen: CanvasRenderingContext2D, seen: Cell[], { kindOf, lit }: Picture) {
  for (const cell of seen) {
    const { mark, colour } = kindOf(cell)
    if (mark === '') continue
    pen.globalAlpha = lit === undefined || lit.has(cell.place.id) ? 1 : faint
    pen.fillStyle = dark(colour) ? '#ffffff' : '#111827'
    pen.fillText(mark, cell.x + cellWidth / 2, cell.y + 12)
  }
}

/** What was found or chosen has an edge. */
function paintEdges(
  pen: CanvasRenderingContext2D,
  seen: Cell[],
  { lit, chosen }: Picture,
  ink: string,
) {
  pen.globalAlpha = 1
  pen.strokeStyle = ink
  for (const { x, y, place } of seen) {
    if (place.id !== chosen && lit?.has(place.id) !== true) continue
    pen.lineWidth = place.id === chosen ? 3 : 1.5
    pen.strokeRect(x + 1, y + 1, cellWidth - 2, cellHeight - 2)
  }
}

const shades = new Map<string, boolean>()

/** Whether letters on a ground of this colour are white. */
function dark(colour: string): boolean {
  let known = shades.get(colour)
  if (known === undefined) {
    const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as [
      number,
      number,
      number,
    ]
    known = 0.299 * r + 0.587 * g + 0.114 * b < 140
    shades.set(colour, known)
  }
  return known
}
