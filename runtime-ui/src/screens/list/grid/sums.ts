import type { Row } from '../../../data/rows'
import type { ColumnMeta, FieldType } from '../../../data/screen'
import { fieldKits } from '../../../fields/kits'
import { isEmpty } from '../../../format/plain'

const usualScale = 6 // digits after the point

/** True for columns whose values add up. */
export function isNumeric({ type }: { type: FieldType }): boolean {
  return fieldKits[type].family === 'figure'
}

/** The sum of a column over rows, exact to its scale; undefined where none has a value. */
export function sumOf(rows: Row[], { field, scale = usualScale }: ColumnMeta): number | undefined {
  const values = rows.map((row) => row[field]).filter((value) => !isEmpty(value))
  if (values.length === 0) return undefined
  const unit = 10 ** scale
  return values.reduce<number>((sum, value) => sum + Math.round(Number(value) * unit), 0) / unit
}
