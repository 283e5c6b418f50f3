import type { Row } from '../../../runtime-ui/src/render'

/** What can be traced: the tables of the records. */
export const kinds = ['lot', 'serial', 'lpn'] as const
export type Kind = (typeof kinds)[number]

export interface Subject {
  kind: Kind
  id: number
}

/** What a document did with the goods, over all its movements. */
export interface Step {
  code: string // of the movement
  type: string | undefined // of the document
  id: number | undefined
  qty: number
  at: string // the first time
}

/** Movements that bring goods into the building, take them out of it, or make others of them. */
const incoming = ['RCV', 'RTI', 'OIN', 'TRI']
const outgoing = ['SHP', 'RTV', 'OOU', 'TRO', 'MAT']
const changing = ['CNT', 'ADJ', 'OWN', 'ATT', 'WRK']

export interface Way {
  came: Step[]
  went: Step[]
  changed: Step[] // in the building
}

/**
 * The way of goods from the groups of their movements: what was taken back is gone. Of a container
 * came is what was put into it, and went what was taken out.
 */
export function wayOf(kind: Kind, groups: Row[]): Way {
  const steps = stepsOf(groups)
  if (kind === 'lpn') {
    return {
      came: steps.filter(({ qty }) => qty > 0),
      went: steps.filter(({ qty }) => qty < 0).map((step) => ({ ...step, qty: -step.qty })),
      changed: [],
    }
  }
  return {
    came: steps.filter(({ code }) => incoming.includes(code)),
    went: steps.filter(({ code }) => outgoing.includes(code)),
    changed: steps.filter(({ code }) => changing.includes(code)),
  }
}

export function stepsOf(groups: Row[]): Step[] {
  return groups.map(stepOf).filter(({ qty }) => qty !== 0)
}

function stepOf(group: Row): Step {
  const { code, doc_type: type, doc_id: id, qty } = group
  return {
    code: typeof code === 'string' ? code : '',
    type: typeof type === 'string' ? type : undefined,
    id: typeof id === 'number' ? id : undefined,
    qty: Number(qty ?? 0),
    at: textIn(group, 'at'),
  }
}

/** The documents of steps by their type, each once. */
export function documentsOf(steps: Step[]): Map<string, number[]> {
  const found = new Map<string, number[]>()
  for (const { type, id } of steps) {
    if (type === undefined || id === undefined) continue
    const ids = found.get(type) ?? []
    if (!ids.includes(id)) found.set(type, [...ids, id])
  }
  return found
}

/** The stock of one owner in one building, which one freeze holds. */
export interface Heap {
  warehouse: number
  consignor: number
  quants: number[]
}

export function heapsOf(stock: Row[]): Heap[] {
  const heaps = new Map<string, Heap>()
  for (const row of stock) {
    if (row['held_at'] != null) continue
    const [warehouse, consignor] = [Number(row['warehouse_id']), Number(row['consignor_id'])]
    const key = `${warehouse} ${consignor}`
    const heap = heaps.get(key) ?? { warehouse, consignor, quants: [] }
    heap.quants.push(row.id)
    heaps.set(key, heap)
  }
  return [...heaps.values()]
}

/** What people read of the first of some fields that says something. */
export function textIn(row: Row, ...fields: string[]): string {
  for (const field of fields) {
    const value = row[field]
    if (typeof value === 'number' || (typeof value === 'string' && value !== ''))
      return String(value)
  }
  return ''
}
