import type { ColumnMeta } from '../../../data/screen'
import type { Line } from '../recordStore'

const longestScale = 6

/** Sum of a column over lines, free of binary rounding: it adds whole units of the last digit. */
export function columnSum(lines: Line[], { field, scale = longestScale }: ColumnMeta): number {
  const unit = 10 ** scale
  const units = lines.reduce((sum, { values }) => {
    const value = values[field]
    return sum + (typeof value === 'number' ? Math.round(value * unit) : 0)
  }, 0)
  return units / unit
}
