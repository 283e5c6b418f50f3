import type { Node as Tree } from '../expression/tree'
import type { Phase } from '../meta/common.gen'
import type { Element } from '../meta/element.gen'

/** Type of a field; every one has a kit in `fields/`. */
export type FieldType = Element['type'] | 'id'

/** A value of a closed dropdown, or a record as a choice. */
export interface Option {
  value: string | number
  label: string
  phase?: Phase
  also?: string[] // what else it is found by
}

/** A field as the server compiled it; titles and messages are in the caller's language. */
export interface FieldMeta {
  key: string
  type: FieldType
  title: string
  help?: string
  required?: boolean
  readonly?: boolean
  immutable?: boolean
  scale?: number // digits after the point
  maxLength?: number // in characters, or as maxLengthIn says
  maxLengthIn?: 'characters' | 'bytes'
  format?: 'number' | 'told'
  min?: number
  max?: number
  dropdown?: string
  to?: string // table of a reference
  where?: boolean // not every record may be chosen
  fits?: string[] // fields of the record that what may be chosen depends on
  brings?: boolean // choosing a record fills in others
  currency?: string
  unit?: string
  search?: boolean
  accept?: string[] // media types
  elements?: string[] // GS1 application identifiers that fill it in
  default?: Tree
  computed?: Tree
  rules?: { must: Tree; message: string }[]
}
