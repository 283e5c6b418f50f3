import type { ComponentType } from 'react'
import type { Row } from '../data/rows'
import type { FieldMeta, Option, ShapeMeta } from '../data/screen'
import type { Traits } from './traits.gen'

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

/** How a type is shown: in a line, as a block of lines, as a picture, or by itself alone. */
export type Shown = 'line' | 'block' | 'picture' | 'apart'

/** All that screens and designers know about one field type: how it looks, and what the server says of it. */
export interface FieldKit extends Drawn, Traits {}

/** How a field type looks. */
export interface Drawn {
  Cell: ComponentType<CellProps>
  Editor: ComponentType<EditorProps>
  /** The value as plain text: chips, cards, copies; '' when absent. */
  format: (value: unknown, field: FieldShape, words: Words) => string
  align: 'left' | 'right' | 'center'
  shown: Shown
  /** A value for previews; undefined where only the product's own records have one. */
  sample: unknown
}
