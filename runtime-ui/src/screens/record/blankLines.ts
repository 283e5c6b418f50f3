import { isEmpty } from '../../format/plain'
import type { Line, RecordStore } from './recordStore'

/** Lets go of new lines in which nothing was typed: Enter in the last line begins another. */
export function dropBlankLines(store: RecordStore) {
  const typed = ({ values: { id, ...rest } }: Line) =>
    id !== 0 || !Object.values(rest).every(isEmpty)
  store.setState(({ lines }) => ({
    lines: Object.fromEntries(Object.entries(lines).map(([set, all]) => [set, all.filter(typed)])),
  }))
}
