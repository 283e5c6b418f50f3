import { fullness, type Place } from './place'

export const measures = ['fill', 'owner', 'age', 'abc', 'hold'] as const
export type Measure = (typeof measures)[number]

/** What a place is by the measure, and how it is drawn; the mark tells it without colour. */
export interface Kind {
  key: string
  colour: string
  mark: string
  /** Words that stand as they are, as the name of an owner; else the key has a text. */
  words?: string
}

const empty: Kind = { key: 'empty', colour: '#e5e7eb', mark: '' }
const scale = ['#99d5cf', '#4fb3aa', '#0f8a80', '#0b5c56']
const warm = ['#cfe8c9', '#f2d48a', '#e59a4b', '#b4472f']
const owners = [
  '#0f766e',
  '#b45309',
  '#6d28d9',
  '#be185d',
  '#1d4ed8',
  '#4d7c0f',
  '#7f1d1d',
  '#475569',
]
const over: Kind = { key: 'fill_over', colour: '#b91c1c', mark: '!' }
const unknown: Kind = { key: 'fill_unknown', colour: '#93a7bd', mark: '?' }

/** Makes the function that says of each place what kind it is. */
export function kindsOf(measure: Measure, places: Place[], today: Date): (place: Place) => Kind {
  switch (measure) {
    case 'fill':
      return byFill
    case 'age':
      return (place) => byAge(place, today)
    case 'abc':
      return byClass
    case 'hold':
      return byHold
    case 'owner':
      return byOwner(places)
  }
}

function byFill(place: Place): Kind {
  const part = fullness(place)
  if (part === undefined) return unknown
  if (place.pieces === 0) return empty
  if (part > 1) return over
  const at = Math.min(3, Math.floor(part * 4))
  return { key: `fill_${at}`, colour: scale[at] ?? '', mark: String(at + 1) }
}

const days = [30, 90, 180]

function byAge(place: Place, today: Date): Kind {
  if (place.pieces === 0) return empty
  if (place.since === undefined) return { ...unknown, key: 'age_unknown' }
  const age = (today.getTime() - new Date(place.since).getTime()) / 86_400_000
  const at = days.filter((limit) => age > limit).length
  return { key: `age_${at}`, colour: warm[at] ?? '', mark: String(at + 1) }
}

function byClass({ abc }: Place): Kind {
  const at = ['A', 'B', 'C'].indexOf(abc)
  if (at < 0) return { key: 'abc_none', colour: empty.colour, mark: '' }
  return { key: `abc_${abc}`, colour: scale[3 - at] ?? '', mark: abc, words: abc }
}

function byHold(place: Place): Kind {
  switch (place.status) {
    case 'frozen':
      return { key: 'hold_frozen', colour: '#b91c1c', mark: '×' }
    case 'no_in':
      return { key: 'hold_no_in', colour: '#b45309', mark: '↓' }
    case 'no_out':
      return { key: 'hold_no_out', colour: '#d9902f', mark: '↑' }
  }
  if (place.held) return { key: 'hold_stock', colour: '#7c3aed', mark: '‖' }
  return place.pieces === 0 ? empty : { key: 'hold_free', colour: scale[1] ?? '', mark: '' }
}

/** The owners with most positions have a colour each. */
function byOwner(places: Place[]): (place: Place) => Kind {
  const counts = new Map<string, number>()
  for (const { owners: list } of places) {
    for (const owner of list) counts.set(owner, (counts.get(owner) ?? 0) + 1)
  }
  const ranked = [...counts.keys()].sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0))
  return ({ owners: list }) => {
    const [owner] = list
    if (owner === undefined) return empty
    if (list.length > 1) return { key: 'owner_several', colour: '#111827', mark: '+' }
    const at = ranked.indexOf(owner)
    const colour = owners[at]
    if (colour === undefined) return { key: 'owner_other', colour: '#9ca3af', mark: '·' }
    return { key: `owner_${owner}`, colour, mark: String.fromCharCode(65 + at), words: owner }
  }
}
