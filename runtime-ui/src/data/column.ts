import type { Node as Tree } from '../expression/tree'
import type { FieldType } from './field'

export interface ColumnMeta {
  field: string // may follow references
  title: string
  type: FieldType
  width?: number // px
  hidden?: boolean
  total?: boolean
  mono?: boolean
  scale?: number
  dropdown?: string
  to?: string
  unit?: string
  currency?: string
  format?: 'number' | 'told'
  visible?: Tree // of a grid of lines, over the head
  beside?: BesideMeta // of a grid of lines
}

/** What a grouped list says of a record while it is chosen. */
export interface BesideMeta {
  list: string
  table: string
  field: string // the group that is the record
  same: string[] // fields that equal the head's
  group: string[]
  columns: ColumnMeta[] // the groups that are shown
  measures: MeasureMeta[]
}

export interface MeasureMeta {
  as: string
  field?: string
  less?: string // what is taken off
  fn: 'sum' | 'count' | 'min' | 'max' | 'avg'
  type: FieldType // of the figure
  title: string
  total?: boolean
  scale?: number
}
