import type { Row } from '../../data/rows'
import type { ColumnMeta } from '../../data/screen'
import { isEmpty } from '../../format/plain'

/** What a card shows of a row. */
export interface Facts {
  title: ColumnMeta | undefined
  state: ColumnMeta | undefined
  picture: ColumnMeta | undefined
  rest: ColumnMeta[]
}

const most = 2 // facts in the second line; a row without a state has room for one more

/**
 * Chooses what fits a card: a figure that has a total is what people work with, so one is kept.
 * Where a row has no state, what has phases as one has stands in its place.
 */
export function factsOf(
  [title, ...others]: ColumnMeta[],
  row: Row,
  phased: (column: ColumnMeta) => boolean = () => false,
): Facts {
  const state = others.find(({ field }) => /(^|\.)status$/.test(field)) ?? others.find(phased)
  const shown = others.filter((column) => column !== state && !isEmpty(row[column.field]))
  const picture = shown.find(({ type }) => type === 'image')
  const filled = shown.filter(({ type }) => type !== 'image')
  const figure = filled.find(({ total }) => total === true)
  const words = filled.filter((column) => column !== figure)
  const room = state === undefined ? most + 1 : most
  const rest = figure === undefined ? words.slice(0, room) : [...words.slice(0, room - 1), figure]
  return { title, state, picture, rest }
}
