import type { FilterMeta } from '../../data/screen'
import { isEmpty, type Words } from '../../fields/kit'
import { fieldKits } from '../../fields/kits'
import { opOf, type Chosen } from './filters'

/** What a chip says of the value that its filter is set to; '' when it is set to nothing. */
export function chipText(filter: FilterMeta, chosen: Chosen, words: Words): string {
  if (chosen.text !== undefined) return chosen.text
  const { format } = fieldKits[filter.type]
  if (opOf(filter) === 'between') {
    const ends = (chosen.value as unknown[]).map((end) => format(end, filter, words))
    return ends.every((end) => end === '') ? '' : ends.join(' – ')
  }
  const values = Array.isArray(chosen.value) ? (chosen.value as unknown[]) : [chosen.value]
  return values
    .filter((value) => !isEmpty(value))
    .map((value) => format(value, filter, words))
    .join(', ')
}
