import type { FieldMeta } from '../../data/screen'
import { isEmpty } from '../../fields/kit'
import { judge } from './conditions'
import { isFixed, type RecordMeta } from './parts'
import { errorKey, type RecordState } from './recordStore'

/**
 * What is wrong before the server is asked: empty fields that are required, and rules that a value
 * breaks. The server judges again.
 */
export function validate(
  { form, table, tables }: RecordMeta,
  record: RecordState,
  missing: string,
): Record<string, string> {
  const isNew = record.base.id === 0
  const places = new Map(
    form.groups.flatMap((group) => group.fields.map((place) => [place.field, place] as const)),
  )
  const head = table.fields.flatMap((field) => {
    const place = places.get(field.key)
    if (place === undefined || !judge(place.visible, record, true)) return []
    const required = field.required === true || judge(place.required, record, false)
    const error = errorOf({ ...field, required }, record.values[field.key], isNew, record, missing)
    return error === undefined ? [] : [[field.key, error]]
  })
  const inLines = form.lines.flatMap(({ set, table: lineTable, columns }) => {
    const shown = new Set(columns.map(({ field }) => field))
    const fields = (tables[lineTable]?.fields ?? []).filter(({ key }) => shown.has(key))
    const lines = (record.lines[set] ?? []).filter(({ removed }) => !removed)
    return lines.flatMap(({ key, values }) =>
      fields.flatMap((field) => {
        const scope = { base: values, values, lines: {} }
        const error = errorOf(field, values[field.key], values.id === 0, scope, missing)
        return error === undefined ? [] : [[errorKey(set, key, field.key), error]]
      }),
    )
  })
  return Object.fromEntries([...head, ...inLines]) as Record<string, string>
}

function errorOf(
  field: FieldMeta,
  value: unknown,
  isNew: boolean,
  record: Pick<RecordState, 'base' | 'values' | 'lines'>,
  missing: string,
): string | undefined {
  if (isFixed(field, isNew)) return undefined
  if (isEmpty(value)) {
    // The server fills these in.
    const filledIn = field.type === 'code' || field.default !== undefined
    return field.required === true && !filledIn ? missing : undefined
  }
  return field.rules?.find(({ when }) => !judge(when, record, true, value))?.message
}
