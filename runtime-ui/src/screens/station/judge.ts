import { Decimal } from '../../expression/decimal'
import type { ExpectMove, ExpectNode, StationScreen } from '../../meta/station-screen.gen'
import { separator } from '../../scan/keys'

/** Where in the task a person stands, as far as this device can tell. */
export interface Place {
  nodes: Record<string, ExpectNode>
  at: string
  left: Record<string, string>
}

/** `unknown`: only the server can tell. A right input without a place leads where only it knows. */
export type Verdict =
  | { is: 'right'; place: Place | undefined }
  | { is: 'wrong' }
  | { is: 'over'; left: string }
  | { is: 'unknown' }

/** Where a screen of the server stands; undefined when it does not tell. */
export function placeOf({ expect }: StationScreen): Place | undefined {
  const { online = false, at, left = {}, nodes } = expect ?? {}
  if (online || at === undefined || nodes?.[at] === undefined) return undefined
  return { nodes, at, left }
}

/** Judges an input as the server will. */
export function judge(place: Place | undefined, kind: string, value: unknown): Verdict {
  const node = place?.nodes[place.at]
  const judged = kind === 'scan' || kind === 'key' || kind === 'weight'
  if (place === undefined || node === undefined || !judged || typeof value !== 'string') {
    return { is: 'unknown' }
  }
  const listed = node.codes?.[value]
  if (listed !== undefined) return follow(place, listed, listed.qty)
  // The elements of a composed code are not listed, and its digits are no number.
  const composed = isComposed(value)
  const number = composed ? null : Decimal.parse(value)
  if (node.number !== undefined && number !== null && number.compare(Decimal.of(0)) > 0) {
    return follow(place, node.number, value)
  }
  if (node.any !== undefined && value !== '') return follow(place, node.any, undefined)
  return node.open === true || composed ? { is: 'unknown' } : { is: 'wrong' }
}

function follow(place: Place, move: ExpectMove, qty: string | undefined): Verdict {
  const { of: pool } = move
  if (pool === undefined) return { is: 'right', place: stand(place, nextOf(place, move)) }
  const had = Decimal.parse(place.left[pool] ?? '0') ?? Decimal.of(0)
  const taken = Decimal.parse(qty ?? '0') ?? Decimal.of(0)
  const rest = had.subtract(taken)
  const zero = Decimal.of(0)
  if (rest.compare(zero) < 0 || had.compare(zero) === 0) return { is: 'over', left: had.toString() }
  const after = { ...place, left: { ...place.left, [pool]: rest.toString() } }
  return { is: 'right', place: stand(after, nextOf(after, move)) }
}

function nextOf({ left }: Place, { of: pool, to, empty, done }: ExpectMove): string | undefined {
  const isEmpty = (qty: string | undefined) => Number(qty ?? 0) === 0
  if (done !== undefined && Object.values(left).every(isEmpty)) return done
  return empty !== undefined && pool !== undefined && isEmpty(left[pool]) ? empty : to
}

function stand(place: Place, at: string | undefined): Place | undefined {
  return at === undefined || place.nodes[at] === undefined ? undefined : { ...place, at }
}

function isComposed(code: string): boolean {
  return code.includes(separator) || /^\][A-Za-z]\d|^\(\d{2}|^0[12]\d{14}|^00\d{18}/.test(code)
}
