import { isEmpty } from '../kit'

const locales: Record<string, string> = { zh: 'zh-CN', en: 'en-US', es: 'es-ES' }

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
  const format = new Intl.NumberFormat(locales[language], {
    minimumFractionDigits: digits.min,
    maximumFractionDigits: digits.max,
    useGrouping: 'always',
  })
  return format.format(value as number)
}
