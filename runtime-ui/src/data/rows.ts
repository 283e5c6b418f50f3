import type { ChosenFor } from './chosen'

/** A record as the server sends it; `<field>__label` carries what people read of a reference. */
export interface Row {
  id: number
  version?: number
  _label?: string
  _can?: string[] // actions that the caller may take on it now
  _next?: NextStep // that leads on from it
  _cannot?: Record<string, 'state' | 'right' | 'guard'> // why the others are not possible
  _locked?: Record<string, string> // fields that stay as they are for now, each with the reason
  _masked?: string[] // fields granted on other rows, but not on this one
  [field: string]: unknown
}

/** The step that leads on from a record, as its document names it. */
export interface NextStep {
  key: string
  action?: string // that is taken
  route?: string // address of the screen that opens
  label?: string // what the record that opens is called
  with?: Record<string, unknown> // parameters of an action
}

export type FilterLeafOp =
  | 'eq'
  | 'ne'
  | 'lt'
  | 'le'
  | 'gt'
  | 'ge'
  | 'in'
  | 'nin'
  | 'all' // of a list of references: it names every one
  | 'like'
  | 'starts'
  | 'null'
  | 'notnull'
  | 'between'

export type Filter =
  | { field: string; op: FilterLeafOp; value?: unknown }
  | { and: Filter[] }
  | { or: Filter[] }
  | { not: Filter }

export interface Query {
  list?: string // rows of this list only
  filter?: Filter
  sort?: string[]
  page?: number // from 1
  size?: number // rows
  fields?: string[]
  search?: string
  names?: string[] // only records that one of these names
  total?: true | 'exact'
  sums?: string[]
  can?: boolean
  next?: boolean // the step that leads on from each row
  choose?: boolean // only what is offered to be chosen anew
  for?: ChosenFor
}

export interface Page {
  rows: Row[]
  total?: number
  totalIsFloor?: boolean // there are more than are counted
  sums?: Record<string, number | string>
  nextCursor?: string
  next?: Record<string, NextStep> // by the id of the row
}

export interface GroupQuery {
  list?: string // rows of this list only
  filter?: Filter
  search?: string
  group: string[]
  measures: { field?: string; less?: string; fn: string; as: string }[]
  sort?: string[]
  size?: number
}
