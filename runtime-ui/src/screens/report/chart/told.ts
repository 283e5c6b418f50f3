import { formatNumber } from '../../../fields/number/format'
import type { Drawing } from './series'

const mostTold = 40 // figures; the table says them all

/** A chart in words, for those who do not see it: what is named has a figure. */
export function told(title: string, { categories, series }: Drawing, language: string): string {
  const figures = series.flatMap(({ name, values }) =>
    values.flatMap((value, index) => {
      if (value === null) return []
      const figure = formatNumber(value, language, { min: 0, max: 6 })
      return [`${categories[index] ?? ''} ${name} ${figure}`]
    }),
  )
  const more = figures.length > mostTold ? ' …' : ''
  return `${title}: ${figures.slice(0, mostTold).join('; ')}${more}`
}
