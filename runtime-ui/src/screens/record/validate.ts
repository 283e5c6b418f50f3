import type { TFunction } from 'i18next'
import type { Row } from '../../data/rows'
import type { FieldMeta, FormFieldMeta } from '../../data/screen'
import { isEmpty } from '../../format/plain'
import { textFault } from '../../fields/text/fault'
import { judge } from './conditions'
import { isFixed, type RecordMeta } from './parts'
import { errorKey, type RecordState } from './recordStore'

/** Texts in the language of the moment. */
export type Say = TFunction

/**
 * What is wrong before the server is asked: empty fields that are required, and rules that a value
 * breaks. The server judges again.
 */
export function validate(
  { form, table, tables }: RecordMeta,
  record: RecordState,
  say: Say,
): Record<string, string> {
  const places = new Map(
    form.groups.flatMap((group) => group.fields.map((place) => [place.field, place] as const)),
  )
  const head = table.fields.flatMap((field) => {
    const place = places.get(field.key)
    const error = place === undefined ? undefined : errorOfField(field, place, record, say)
    return error === undefined ? [] : [[field.key, error]]
  })
  const inLines = form.lines.flatMap(({ set, table: lineTable, columns }) => {
    const shown = new Set(columns.map(({ field }) => field))
    const fields = (tables[lineTable]?.fields ?? []).filter(({ key }) => shown.has(key))
    const lines = (record.lines[set] ?? []).filter(({ removed }) => !removed)
    return lines.flatMap(({ key, values }) =>
      fields.flatMap((field) => {
        const error = errorOfCell(field, values, say)
        return error === undefined ? [] : [[errorKey(set, key, field.key), error]]
      }),
    )
  })
  return Object.fromEntries([...head, ...inLines]) as Record<string, string>
}

/** What is wrong with a field of the head as it stands. */
export function errorOfField(
  field: FieldMeta,
  place: FormFieldMeta,
  record: RecordState,
  say: Say,
): string | undefined {
  if (!judge(place.visible, record, true)) return undefined
  const required = field.required === true || judge(place.required, record, false)
  return errorOf({ ...field, required }, record.values[field.key], record, say)
}

/** What is wrong with a cell of a line as it stands. */
export function errorOfCell(field: FieldMeta, values: Row, say: Say): string | undefined {
  return errorOf(field, values[field.key], { base: values, values, lines: {} }, say)
}

function errorOf(
  field: FieldMeta,
  value: unknown,
  record: Pick<RecordState, 'base' | 'values' | 'lines'>,
  say: Say,
): string | undefined {
  if (isFixed(field, record.base.id === 0)) return undefined
  if (isEmpty(value)) {
    // The server fills these in.
    const filledIn = field.type === 'code' || field.default !== undefined
    return field.required === true && !filledIn ? say('ui.required') : undefined
  }
  const { min, max } = field
  if (typeof value === 'number' && min !== undefined && value < min)
    return say('ui.too_small', { min })
  if (typeof value === 'number' && max !== undefined && value > max)
    return say('ui.too_large', { max })
  const bad = textFault(field, value)
  if (bad !== undefined) return say(bad.key, bad.params)
  return field.rules?.find(({ must }) => !judge(must, record, true, value))?.message
}
