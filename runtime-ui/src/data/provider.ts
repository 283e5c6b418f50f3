import type { Brought, ChosenFor } from './chosen'
import { createContext, use } from 'react'
import type { StationInput } from '../meta/station-input.gen'
import type { StationScreen } from '../meta/station-screen.gen'
import type { Attachments } from './attachments'
import type { Changes } from './changes'
import type { CodeMeaning, Scanned } from './code'
import type { Importing } from './importing'
import type { ViewKeeper } from './views'
import type { Devices } from './devices'
import type { Option, ScreenMeta } from './screen'
import type { AppMeta } from './app'
import type { Accounts } from './account'
import type { Home } from './home'
import type { Notices } from './notice'
import type { Papers } from './papers'
import type { Previews } from './previews'
import type { Reports } from './report'
import type { Made, Said, StationDone } from './said'
import type { Upkeep } from './upkeep'

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
  choose?: boolean // only what is offered to be chosen anew
  for?: ChosenFor
}

export interface Page {
  rows: Row[]
  total?: number
  totalIsFloor?: boolean // there are more than are counted
  sums?: Record<string, number | string>
  nextCursor?: string
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

/** The records that an action or a delete is over: these, or all of a filter with a count that the person saw. */
export type Target =
  { ids: number[] } | { list: string; filter: Filter; search: string; expect: number }

export interface Act {
  name: string
  target: Target | { id: number; version?: number }
  params?: Record<string, unknown>
  preview?: boolean
}

/** A menu entry that a role may be granted, with its buttons. */
export interface Grantable {
  id: number
  parent: number // 0 at the top
  title: string
  hidden: boolean
  rights: string[] // what it grants by itself
  buttons: GrantableButton[]
}

/** A button that is granted by itself; one that every table has comes without a title. */
export interface GrantableButton {
  code: string
  title?: string
  rights: string[]
}

/** Result of an action on one record. */
export interface ActResult {
  id: number
  result: boolean
  msg: string
  label?: string // what people call the record, where the screen knows it
  record?: Row
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
  at: string
  user: string
  let_by?: string // the supervisor who let it pass
  reason?: string // why the system acted
  source?: string // as the input of a station
  action: string // insert, update, delete, restore or an action of the document
  about?: string // what it was done with, as the name of a file
  changes: Record<string, [unknown, unknown]> // from, to
}

export interface Job {
  state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled'
  done: number
  total: number
  message?: string
  file?: string
  data?: unknown
}

export interface StationStart {
  session: number
  seq?: number // of the session's last input
  screen: StationScreen
  results?: StationResult[] // of the input that came with the start
}

/** One thing that a person did; the schema leaves its value open. */
export type Input = Omit<StationInput, 'value'> & { value: unknown }

export interface StationResult {
  seq: number
  ok: boolean
  sound: 'ok' | 'error' | 'done' | 'none'
  message?: string
  code?: string
  override?: boolean // a supervisor may allow it
}

/** A task that can be gone on with, here or on another device. */
export interface StationSession {
  session: number
  station: string
  title: string
  step: string
  status: 'open' | 'parked'
  userTrueName: string
  mine: boolean
  updatedAt: string // RFC 3339
  task?: string // what people call what it works on
  place?: string // where the person stands
  done: number
  left: number
}

export interface StationAnswer {
  applied: number
  results: StationResult[]
  screen: StationScreen
}

export type LiveEvent =
  | { type: 'release'; release: number }
  | { type: 'data'; table: string }
  | { type: 'job'; id: number }
  | { type: 'notice' }
/** Names a screen: by its menu entry, or as `<kind>:<key>`. */
export type ScreenRef = { menuId: number } | { key: string }

/**
 * All that screens may ask of the world. The app has one over HTTP, tests and designers one over
 * sample rows. A write takes the key that makes it happen once, however often it is sent.
 */
export interface DataProvider {
  app(signal?: AbortSignal): Promise<AppMeta>
  screen(ref: ScreenRef, signal?: AbortSignal): Promise<ScreenMeta>
  dropdown(codes: string[], signal?: AbortSignal): Promise<Record<string, Option[]>>
  code(scanned: Scanned, signal?: AbortSignal): Promise<CodeMeaning>
  query(table: string, query: Query, signal?: AbortSignal): Promise<Page>
  aggregate(table: string, query: GroupQuery, signal?: AbortSignal): Promise<Page>
  get(table: string, id: number, signal?: AbortSignal): Promise<Row>
  history(table: string, id: number, signal?: AbortSignal): Promise<Change[]>
  brings(table: string, field: string, id: number): Promise<Brought>
  params(table: string, action: string, id: number): Promise<Record<string, unknown>>
  save(table: string, record: Record<string, unknown>, writeKey: string): Promise<Row>
  act(table: string, act: Act, writeKey: string): Promise<ActAnswer>
  remove(table: string, target: Target, writeKey: string): Promise<number>
  exportRows(
    table: string,
    request: {
      list: string
      filter?: Filter
      search?: string
      format: 'xlsx' | 'csv'
      fields?: string[]
    },
    writeKey: string,
  ): Promise<number>
  importing: Importing
  cancelJob(id: number): Promise<void>
  job(id: number, signal?: AbortSignal): Promise<Job>
  attachments: Attachments
  upload(file: File, writeKey: string): Promise<string>
  /** A URL of a stored file, good for one minute. */
  link(fileKey: string): Promise<string>
  saveSetting(
    setting: { key: string; level: string; value: unknown },
    writeKey: string,
  ): Promise<void>
  /** The menu entries of a user type that the caller may grant. */
  grantable(userType: string, signal?: AbortSignal): Promise<Grantable[]>
  station: {
    /** `code` is the task's first input; none when empty. */
    start(
      key: string,
      params: Record<string, unknown>,
      writeKey: string,
      code: string,
    ): Promise<StationStart>
    resume(key: string, session: number): Promise<StationStart>
    /** Tasks of the caller that are not closed, and those of others that he leads. */
    sessions(key: string): Promise<StationSession[]>
    /** What the person did here, in words that hold {n}; without words there is nothing to say. */
    done(key: string): Promise<StationDone>
    input(key: string, session: number, inputs: Input[]): Promise<StationAnswer>
  }
  reports: Reports
  account: Accounts
  home: Home
  notices: Notices
  upkeep: Upkeep
  changes: Changes
  views: ViewKeeper
  devices: Devices
  papers: Papers
  previews: Previews
  /** Tells of changes until the returned function is called. */
  live(listener: (event: LiveEvent) => void): () => void
}

export const DataProviderContext = createContext<DataProvider | null>(null)

/** The data provider of this part of the tree. */
export function useData(): DataProvider {
  const provider = use(DataProviderContext)
  if (provider === null) {
    throw new Error('no data provider: wrap the tree in <DataProviderContext value={...}>')
  }
  return provider
}
