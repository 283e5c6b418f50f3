import type { Node as Tree } from '../expression/tree'
import type { Field, Phase } from '../meta/common.gen'

/** Type of a field; every one has a kit in `fields/`. */
export type FieldType = Field['type'] | 'id'

/** A value of a closed dropdown, or a record as a choice. */
export interface Option {
  value: string | number
  label: string
  phase?: Phase
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
  format?: 'number'
  min?: number
  max?: number
  dropdown?: string
  to?: string // table of a reference
  currency?: string
  unit?: string
  search?: boolean
  accept?: string[] // media types
  default?: Tree
  computed?: Tree
  rules?: { when: Tree; message: string }[]
}
