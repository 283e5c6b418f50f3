import type { Place } from './place'

/** Where a place is drawn, in units of the map. */
export interface Cell {
  x: number
  y: number
  place: Place
}

/** A label of an area or an aisle. */
export interface Label {
  x: number
  y: number
  text: string
  area: boolean
}

export interface Layout {
  cells: Cell[]
  labels: Label[]
  width: number
  height: number
}

export const cellWidth = 22
export const cellHeight = 16
const margin = 36 // left of an aisle, for its name
const gap = 20 // between aisles that stand beside each other
const perRow = 40 // positions of a row where there is neither aisle nor bay

const byNumber = new Intl.Collator(undefined, { numeric: true })
const sorted = (values: Iterable<string>) => [...new Set(values)].sort(byNumber.compare)

/**
 * Lays the places out as racks are seen from their aisle: area by area, a strip for each aisle,
 * bays from left to right and levels from the floor up. Strips stand beside each other as far as
 * the width goes.
 */
export function layOut(places: Place[], across: number): Layout {
  const layout: Layout = { cells: [], labels: [], width: 0, height: 0 }
  for (const [area, inArea] of grouped(places, ({ area }) => area)) {
    layout.labels.push({ x: 0, y: layout.height + 14, text: area, area: true })
    layout.height += 24
    const strips = grouped(inArea, ({ aisle }) => aisle).map(([aisle, list]) => strip(aisle, list))
    addRows(layout, strips, across)
    layout.height += 12
  }
  return layout
}

function grouped(places: Place[], key: (place: Place) => string): [string, Place[]][] {
  const groups = new Map<string, Place[]>()
  for (const place of places) {
    const name = key(place)
    const group = groups.get(name)
    if (group === undefined) groups.set(name, [place])
    else group.push(place)
  }
  return sorted(groups.keys()).map((name) => [name, groups.get(name) ?? []])
}

/** Puts strips beside each other, row by row, each row as high as its highest. */
function addRows(layout: Layout, strips: Layout[], across: number) {
  const widest = Math.max(...strips.map(({ width }) => width))
  const perLine = Math.max(1, Math.floor(across / (widest + gap)))
  for (let at = 0; at < strips.length; at += perLine) {
    const line = strips.slice(at, at + perLine)
    for (const [column, { cells, labels, width }] of line.entries()) {
      const [dx, dy] = [column * (widest + gap), layout.height]
      layout.cells.push(...cells.map((cell) => ({ ...cell, x: cell.x + dx, y: cell.y + dy })))
      layout.labels.push(...labels.map((one) => ({ ...one, x: one.x + dx, y: one.y + dy })))
      layout.width = Math.max(layout.width, dx + width)
    }
    layout.height += Math.max(...line.map(({ height }) => height)) + 10
  }
}

/** An aisle by itself. Places that share bay and level stand beside each other. */
function strip(aisle: string, places: Place[]): Layout {
  const levels = sorted(places.map(({ level }) => level)).reverse()
  const bays = new Map(sorted(places.map(({ bay }) => bay)).map((bay, at) => [bay, at]))
  const flat = bays.size === 1 && levels.length === 1
  const labels = aisle === '' ? [] : [{ x: 0, y: 12, text: aisle, area: false }]
  const made: Layout = { cells: [], labels, width: 0, height: 0 }
  const taken = new Set<string>()
  for (const [at, place] of [...places]
    .sort((a, b) => byNumber.compare(a.code, b.code))
    .entries()) {
    let column = flat ? at % perRow : (bays.get(place.bay) ?? 0)
    const row = flat ? Math.floor(at / perRow) : levels.indexOf(place.level)
    while (taken.has(`${column}/${row}`)) column = bays.size + taken.size
    taken.add(`${column}/${row}`)
    const x = margin + column * cellWidth
    made.cells.push({ x, y: row * cellHeight, place })
    made.width = Math.max(made.width, x + cellWidth)
    made.height = Math.max(made.height, (row + 1) * cellHeight)
  }
  return made
}
