import type { Row } from '../../../runtime-ui/src/render'

/** A position with what lies there, as the map needs it. */
export interface Place {
  id: number
  code: string
  area: string
  aisle: string
  bay: string
  level: string
  status: string
  abc: string
  litres: number | undefined // room; undefined when nobody said
  kilos: number | undefined
  usedLitres: number
  usedKilos: number
  pieces: number
  products: number
  owners: string[]
  since: string | undefined // oldest day of entry
  held: boolean // some of its stock is
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')
const figure = (value: unknown) => (typeof value === 'number' ? value : undefined)

/** An empty place out of a row of positions. */
export function placeOf(row: Row): Place {
  const bay = [text(row['bay']), text(row['slot'])].filter((part) => part !== '').join('.')
  return {
    id: row.id,
    code: text(row['code']),
    area: text(row['storage_area_id__label']),
    aisle: text(row['aisle']),
    bay,
    level: text(row['level']),
    status: text(row['status']),
    abc: text(row['abc']),
    litres: figure(row['max_volume']),
    kilos: figure(row['max_weight']),
    usedLitres: 0,
    usedKilos: 0,
    pieces: 0,
    products: 0,
    owners: [],
    since: undefined,
    held: false,
  }
}

/** Adds the goods of one product and owner to their place. */
export function fill(place: Place, row: Row) {
  const pieces = figure(row['pieces']) ?? 0
  const [length, width, height] = ['length', 'width', 'height'].map(
    (side) => figure(row[`product_id.${side}`]) ?? 0,
  ) as [number, number, number]
  place.pieces += pieces
  place.products += 1
  place.usedLitres += (pieces * length * width * height) / 1000
  place.usedKilos += pieces * (figure(row['product_id.weight']) ?? 0)
  const owner = text(row['consignor_id__label'])
  if (!place.owners.includes(owner)) place.owners.push(owner)
  const since = text(row['since'])
  if (since !== '' && (place.since === undefined || since < place.since)) place.since = since
  if ((figure(row['held']) ?? 0) > 0) place.held = true
}

/** How full a place is, 1 being full; undefined when it has goods and nobody said how much it takes. */
export function fullness(place: Place): number | undefined {
  if (place.pieces === 0) return 0
  const parts = [
    [place.usedLitres, place.litres],
    [place.usedKilos, place.kilos],
  ].flatMap(([used, room]) =>
    used !== undefined && room !== undefined && room > 0 ? [used / room] : [],
  )
  return parts.length === 0 ? undefined : Math.max(...parts)
}
