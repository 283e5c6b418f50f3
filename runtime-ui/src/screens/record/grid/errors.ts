import { errorKey, type Line } from '../recordStore'
import type { Place } from './moves'

/** Cells with an error, line by line from the first column on. */
export function wrongCells(
  errors: Record<string, string>,
  set: string,
  lines: Line[],
  fields: string[],
): Place[] {
  if (!Object.keys(errors).some((place) => place.startsWith(`${set}/`))) return []
  return lines.flatMap(({ key }) =>
    fields
      .map((field) => ({ key, field }))
      .filter((place) => errorKey(set, key, place.field) in errors),
  )
}

/** The next of the places after one in reading order; the first when it was the last. */
export function nextAfter(
  places: Place[],
  lines: Line[],
  fields: string[],
  from: Place | undefined,
): Place | undefined {
  const rank = ({ key, field }: Place) =>
    lines.findIndex((line) => line.key === key) * fields.length + fields.indexOf(field)
  const at = from === undefined ? -1 : rank(from)
  return places.find((place) => rank(place) > at) ?? places[0]
}
