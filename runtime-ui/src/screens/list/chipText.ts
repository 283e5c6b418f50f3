import type { TFunction } from 'i18next'
import type { FilterMeta } from '../../data/screen'
import { isEmpty, type Words } from '../../fields/kit'
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
  if (values.length > mostInWords) return t('list.some_values', { n: values.length })
  const text = (value: unknown) => labels.get(Number(value)) ?? format(value, filter, words)
  return values.map(text).join(', ')
}

const mostInWords = 5 // values that a chip names one by one
