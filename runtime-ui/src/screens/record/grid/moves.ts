/** A cell of a line grid. */
export interface Place {
  key: string // of the line
  field: string
}

/** What moving about needs to know: the lines, the columns, and which cells can be typed into. */
export interface Ground {
  keys: string[]
  fields: string[]
  isOpen: (place: Place) => boolean
}

/** The next open cell of the same column, down or up; undefined past the end. */
export function below(ground: Ground, from: Place, step: 1 | -1): Place | undefined {
  const { keys, isOpen } = ground
  for (let at = keys.indexOf(from.key) + step; ; at += step) {
    const key = keys[at]
    if (key === undefined) return undefined
    const place = { key, field: from.field }
    if (isOpen(place)) return place
  }
}

/** The next open cell of the row and then of the rows after or before it. */
export function beside(ground: Ground, from: Place, step: 1 | -1): Place | undefined {
  const { keys, fields, isOpen } = ground
  const width = fields.length
  for (let at = keys.indexOf(from.key) * width + fields.indexOf(from.field) + step; ; at += step) {
    const key = keys[Math.floor(at / width)]
    const field = fields[((at % width) + width) % width]
    if (at < 0 || key === undefined || field === undefined) return undefined
    if (isOpen({ key, field })) return { key, field }
  }
}

/** The first open cell of a line. */
export function firstOf({ fields, isOpen }: Ground, key: string): Place | undefined {
  return fields.map((field) => ({ key, field })).find(isOpen)
}
