import { languageOf } from '../../format/languages'
import { isEmpty } from '../../format/plain'

/**
 * A number as people of a language write it. Spanish groups four digits too, or columns would not
 * align. Sums beyond 15 digits arrive as text and are formatted exactly.
 */
export function formatNumber(
  value: unknown,
  language: string,
  digits: { min: number; max: number },
): string {
  if (isEmpty(value)) return ''
  return formatOf(language, digits).format(value as number)
}

const formats = new Map<string, Intl.NumberFormat>()

/** Making a format takes far longer than using it, and there are few. */
function formatOf(language: string, { min, max }: { min: number; max: number }) {
  const key = `${language} ${min} ${max}`
  const known = formats.get(key)
  if (known !== undefined) return known
  const made = new Intl.NumberFormat(languageOf(language).locale, {
    minimumFractionDigits: min,
    maximumFractionDigits: max,
    useGrouping: 'always',
  })
  formats.set(key, made)
  return made
}
