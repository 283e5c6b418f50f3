import type { TFunction } from 'i18next'
import type { FilterMeta } from '../../data/screen'
import { isEmpty } from '../../format/plain'
import type { Words } from '../../fields/kit'
import { fieldKits } from '../../fields/kits'
import { opOf, type Chosen } from './filters'
import { isShortcut } from './shortcuts'

/** What a chip says of the value that its filter is set to; '' when it is set to nothing. */
export function chipText(
  filter: FilterMeta,
  chosen: Chosen,
  words: Words,
  labels: Map<number, string>,
  t: TFunction,
): string {
  if (isShortcut(chosen.value)) return t(`range.${chosen.value}`)
  const { format } = fieldKits[filter.type]
  if (opOf(filter) === 'between') {
    const ends = (chosen.value as unknown[]).map((end) => format(end, filter, words))
    return ends.every((end) => end === '') ? '' : ends.join(' – ')
  }
  const values = [chosen.value].flat().filter((value) => !isEmpty(value))
  const word = (value: unknown) => labels.get(Number(value)) ?? format(value, filter, words)
  const few = values.length <= mostInWords
  const text = few ? values.map(word).join(', ') : t('list.some_values', { n: values.length })
  return chosen.match === undefined || text === '' ? text : t(`filter.${chosen.match}`, { text })
}

const mostInWords = 5 // values that a chip names one by one
