import type { ComponentType } from 'react'
import type { Row } from '../data/provider'
import type { FieldMeta, Option, ShapeMeta } from '../data/screen'

/** What a kit needs to know of a field, be it a table's, a column's, a filter's or a parameter's. */
export type FieldShape = ShapeMeta & Partial<Omit<FieldMeta, keyof ShapeMeta | 'key' | 'default'>>

export interface CellProps {
  value: unknown
  field: FieldShape
  row: Row
  /** Name under which the row holds the value; a reference's words lie beside it. */
  name: string
}

/** A record by what people call it. */
export interface NamedRecord {
  id: number
  _label: string
}

/** What people read of a reference, or of each record of a list of them. */
export type FieldLabel = string | NamedRecord[]

export interface EditorProps {
  value: unknown
  /** `label` comes along where the value alone says nothing to people. */
  onChange: (value: unknown, label?: FieldLabel) => void
  field: FieldShape
  label: FieldLabel | undefined
  id: string
  disabled: boolean
  invalid: boolean
  autoFocus: boolean
  describedBy: string | undefined
}

/** What turns a value into text depends on these. */
export interface Words {
  language: string
  option: (dropdown: string, value: unknown) => Option | undefined
  yes: string
  /** The text of a key with its arguments filled in. */
  say: (key: string, params: Record<string, unknown>) => string
  no: string
}

/** All that screens know about one field type. */
export interface FieldKit {
  Cell: ComponentType<CellProps>
  Editor: ComponentType<EditorProps>
  /** The value as plain text: chips, cards, copies; '' when absent. */
  format: (value: unknown, field: FieldShape, words: Words) => string
  align: 'left' | 'right' | 'center'
}

/** True for null, undefined and the empty text: what a person calls an empty field. */
export function isEmpty(value: unknown): value is null | undefined | '' {
  return value === null || value === undefined || value === ''
}

/** A scalar as text; the values of JSON objects have a kit of their own. */
export function asText(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return isEmpty(value) ? '' : JSON.stringify(value)
}
