import type { Filter, Row } from './rows'
import type { Made, Said } from './said'

/** The records that an action or a delete is over: these, or all of a filter with a count that the person saw. */
export type Target =
  { ids: number[] } | { list: string; filter: Filter; search: string; expect: number }

export interface Act {
  name: string
  target: Target | { id: number; version?: number }
  params?: Record<string, unknown>
  preview?: boolean
}

/** Result of an action on one record. */
export interface ActResult {
  id: number
  result: boolean
  msg: string
  label?: string // what people call the record, where the screen knows it
  record?: Row
  created?: Made[] // what was made of it
}

/** Result of an action over a set. */
export interface SetResult {
  created: Made[]
  left: { id: number; msg: string; label?: string }[]
  told?: Said[] // what is to be known beside
}

export interface ActAnswer {
  msg: string
  each?: ActResult[]
  set?: SetResult
  job?: number // past 500 records the work goes on in the background
}

export interface Change {
  id: number
  at: string
  user: string
  let_by?: string // the supervisor who let it pass
  reason?: string // why the system acted
  source?: string // as the input of a station
  action: string // insert, update, delete, restore or an action of the document
  about?: string // what it was done with, as the name of a file
  changes: Record<string, [unknown, unknown]> // from, to
  lines?: LineChange[]
}

/** What became of a line in a change of its head. */
export interface LineChange {
  set: string
  id: number
  action: string // insert, update, delete or restore
  changes: Record<string, [unknown, unknown]>
}

/** What leads a record back to an earlier state. */
export interface Earlier {
  record: Record<string, unknown> // as a save takes it: only what differs
  left: Left[]
}

/** A value that stays as it is; without a field, all lines of the set. */
export interface Left {
  set?: string
  line?: number
  field?: string
  why: 'fixed' | 'right' | 'state' | 'lock' | 'gone'
}

export interface Job {
  state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled'
  done: number
  total: number
  message?: string
  file?: string
  data?: unknown
}
