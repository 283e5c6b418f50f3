import type { JsonObject } from '../../../runtime-ui/src/render'
import { asList, objectsOf, wordOf } from '../draft/edit'

/** Sizes of the drawing, in px. */
export const sizes = { width: 132, height: 34, row: 54, gutter: 150, lane: 26, margin: 16 }

/** A state at its place; what leads to it is left of it, in the order of the file. */
export interface Node {
  key: string
  x: number
  y: number
}

/** All actions from one state to another, with their way around the states between. */
export interface Edge {
  from: string
  to: string
  actions: string[]
  path: string
  /** Where its words stand: the middle of their lower edge. */
  label: { x: number; y: number }
}

export interface Diagram {
  nodes: Node[]
  edges: Edge[]
  width: number
  height: number
}

/** Lays a document's states out; nothing of it is stored, so that nobody merges places. */
export function diagramOf(document: JsonObject): Diagram {
  const keys = objectsOf(document['states']).map(({ key }) => wordOf(key))
  const links = linksOf(document, keys)
  const columns = columnsOf(keys, links)
  const lanes = lanesOf(links, columns)
  const above = Math.max(0, ...lanes.filter((lane) => lane > 0))
  const below = -Math.min(0, ...lanes)
  const rows = rowsOf(keys, columns)
  const most = Math.max(0, ...rows) + 1
  const top = sizes.margin + above * sizes.lane + (above > 0 ? sizes.lane / 2 : 0)
  const bottom = top + most * sizes.row
  const nodes = keys.map((key, i) => ({
    key,
    x: sizes.margin + sizes.lane + (columns[i] ?? 0) * (sizes.width + sizes.gutter),
    y: top + (rows[i] ?? 0) * sizes.row,
  }))
  const used = new Map<number, number>() // lines in the gutter behind a column
  const edges = links.map((link, i) => {
    const [from, to] = [nodes[link.from], nodes[link.to]]
    if (from === undefined || to === undefined) throw new Error('a link leads nowhere')
    const lane = lanes[i] ?? 0
    const height = lane > 0 ? top - lane * sizes.lane : bottom - lane * sizes.lane - sizes.row / 3
    const out = gutter(used, columns[link.from] ?? 0)
    const into = lane === 0 ? out : gutter(used, (columns[link.to] ?? 0) - 1)
    return { ...words(link, keys), ...way(from, to, lane, height, out, into) }
  })
  const last = Math.max(0, ...columns)
  return {
    nodes,
    edges,
    width: 2 * (sizes.margin + sizes.lane) + last * (sizes.width + sizes.gutter) + sizes.width,
    height: bottom + below * sizes.lane + sizes.margin,
  }
}

interface Link {
  from: number
  to: number
  actions: string[]
}

/** The pairs of states between which actions lead, by their places in the file. */
function linksOf(document: JsonObject, keys: string[]): Link[] {
  const links = new Map<string, Link>()
  for (const action of objectsOf(document['actions'])) {
    const to = keys.indexOf(wordOf(action['to']))
    for (const one of asList(action['from'])) {
      const from = keys.indexOf(wordOf(one))
      if (from < 0 || to < 0 || from === to) continue
      const link = links.get(`${from} ${to}`) ?? { from, to, actions: [] }
      link.actions.push(wordOf(action['key']))
      links.set(`${from} ${to}`, link)
    }
  }
  return [...links.values()].sort((a, b) => a.from - b.from || a.to - b.to)
}

/** A state stands one column behind the last that leads on to it. */
function columnsOf(keys: string[], links: Link[]): number[] {
  const columns = keys.map(() => 0)
  for (let to = 0; to < keys.length; to++) {
    const before = links.filter((link) => link.to === to && link.from < to)
    columns[to] = Math.max(0, ...before.map((link) => (columns[link.from] ?? 0) + 1))
  }
  return columns
}

function rowsOf(keys: string[], columns: number[]): number[] {
  return keys.map((_, i) => columns.slice(0, i).filter((column) => column === columns[i]).length)
}

/**
 * Around which side a link goes: 0 straight on to the next column, above the states where it passes
 * columns, below where it leads back; no two that run side by side share a lane.
 */
function lanesOf(links: Link[], columns: number[]): number[] {
  const taken: { lane: number; from: number; to: number }[] = []
  return links.map((link) => {
    const [from, to] = [columns[link.from] ?? 0, columns[link.to] ?? 0]
    if (to === from + 1) return 0
    const side = to > from ? 1 : -1
    const [left, right] = [Math.min(from, to), Math.max(from, to)]
    const meets = (lane: number) =>
      taken.some((one) => one.lane === lane && one.from <= right && one.to >= left)
    let lane = side
    while (meets(lane)) lane += side
    taken.push({ lane, from: left, to: right })
    return lane
  })
}

/** How far a line stands behind the column before it; each has its own distance. */
function gutter(used: Map<number, number>, column: number): number {
  const n = used.get(column) ?? 0
  used.set(column, n + 1)
  return 10 + ((n * 7) % 36)
}

function words({ from, to, actions }: Link, keys: string[]) {
  return { from: keys[from] ?? '', to: keys[to] ?? '', actions }
}

function way(from: Node, to: Node, lane: number, height: number, out: number, into: number) {
  const [right, left] = [from.x + sizes.width, to.x]
  const [fromY, toY] = [from.y + sizes.height / 2, to.y + sizes.height / 2]
  const turn = right + out
  if (lane === 0) {
    const label = { x: (turn + left) / 2, y: toY }
    return { path: `M${right} ${fromY}H${turn}V${toY}H${left}`, label }
  }
  const back = left - sizes.lane / 2 - (into % 12)
  const label = { x: (turn + back) / 2, y: height }
  return { path: `M${right} ${fromY}H${turn}V${height}H${back}V${toY}H${left}`, label }
}
