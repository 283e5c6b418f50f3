import type { Job } from './act'
import type { FieldMeta } from './screen'

/** A deleted record that may come back. */
export interface Binned {
  table: string
  title: string // of the table
  id: number
  label: string
  at: string
  user: string
  parts: number // records that went with it
}

export interface BinAsk {
  table?: string
  search?: string
  before?: number
}

/** A job in the list of one's own. */
export interface ListedJob extends Job {
  id: number
  kind: string
  title?: string // of the mapping or table
  action?: string
  dryRun?: boolean
  mapping?: string
  table?: string
  createdAt: string
  finishedAt: string | null
}

/** A job that comes by itself. */
export interface ScheduledJob {
  id: number
  kind: string
  title: string
  cron: string // minute hour day month weekday
  zone: string
  state: Job['state']
  nextAt: string | null
  beganAt: string | null // of the run that goes on
  failure: string // of a try that is made again
  lastBeganAt: string | null
  lastEndedAt: string | null
  lastState: Job['state'] | ''
  lastFailure: string
  pausedAt: string | null
  pausedBy: string
}

/** The jobs that come by themselves, and whether one may run and pause them. */
export interface Schedule {
  rows: ScheduledJob[]
  manage: boolean
}

/** The key of another system, as an administrator sees it. */
export interface ApiKey {
  id: string
  name: string
  user_id: number
  account: string // '': it may no longer sign in
  userTrueName: string
  userType: string
  ownerId: number | null
  addresses: string[]
  createdAt: string
  expiresAt: string
  usedAt: string | null
  expired: boolean
}

export interface NewKey {
  user_id?: number // none: the person himself
  name: string
  addresses: string[]
  expires_at: string
}

/** A key that was just made; the secret is never shown again. */
export interface MadeKey {
  id: string
  secret: string | null
}

/** A release that was put in force. */
export interface KeptRelease {
  release: number
  by: string
  note: string
  objects: number // that differ from the release before
  at: string
  inForce: boolean
}

/** What is kept of a field, or a whole table, that the release in force does without. */
export interface KeptColumn {
  column: string // table.field, or the table
  table: string
  title: string // of the table; '' where it is gone
  field: string // '' of a table
  type: string
  values: number // records that hold one
  release: number // that did without it first
  since: string
  until: string // it cannot go before
  mayGo: boolean
}

/** Something that keeps the house from going live. */
export interface Finding {
  key: string
  sentence: string
  records: { id: number; detail: string }[] // of the screen's table where they have an id
  screen?: string
  menu?: string // way to the screen, in words
  remedy: string
}

export type LogKind = 'change' | 'sign_in' | 'refusal' | 'failure' | 'call' | 'job' | 'release'

export interface LogAsk {
  kind: LogKind
  search?: string
  failed?: boolean // of sign-ins: only those that did not go well
  from?: string
  to?: string
  before?: number
}

/** A field that a change touched; keys of records and options come as their words. */
export interface LoggedField {
  key: string
  title: string
  type: FieldMeta['type']
  scale?: number
  before: unknown
  after: unknown
}

/** What became of a record. */
export interface LoggedChange {
  id: number
  at: string
  user: string
  table: string
  title: string // of the table
  record_id: number
  label: string // '': it is gone
  action: string
  did: string // title of the action of a document; '' for what every record knows
  reason: string // why the system acted; '' for people
  about: string // what it was done with, as the name of a file, or why; '' for nothing
  changes: LoggedField[]
}

/** What happened at a door of the server. */
export interface LoggedCall {
  id: number
  at: string
  user: string
  account: string // as it was typed at a sign-in; the key of another system; who made a release
  address: string
  door: string // path of the call, kind of the job, number of the release
  ok: boolean
  words: string // what the caller was told
  detail: string
}

export interface LogPage<T> {
  rows: T[]
  next: number // 0 at the end
  kept_days: number // of this kind; 0 for good
}

/** Keys, all that the person may know of. */
export interface Keys {
  list: (signal?: AbortSignal) => Promise<ApiKey[]>
  create: (key: NewKey, writeKey: string) => Promise<MadeKey>
  rotate: (id: string, expiresAt: string, writeKey: string) => Promise<MadeKey>
  revoke: (id: string, writeKey: string) => Promise<void>
}

/** How far somebody may go at a menu entry; one that is not named is not his. */
export type May = 'look' | 'all'

/** A person of one's own company. */
export interface Colleague {
  id: number
  account: string
  true_name: string
  email: string | null
  mobile: string | null
  enabled: boolean
  self: boolean
  beyond: boolean // may do what one may not oneself
  may: Record<number, May>
}

/** A menu entry that one may let others use. */
export interface LetEntry {
  id: number
  parent: number
  title: string
  group: boolean
  buttons: boolean // there is more than to look
}

export interface PeopleList {
  rows: Colleague[]
  entries: LetEntry[]
  suffix: string // of every account that is made
}

/** A person as one says him; without id a new one. */
export interface SavedPerson {
  id?: number
  name?: string
  true_name: string
  email: string
  mobile: string
  enabled?: boolean
  may: Record<number, May>
}

/** An account and the code by which its person sets a password; null when it goes by mail. */
export interface Welcomed {
  account: string
  code: string | null
}

export interface People {
  list: (signal?: AbortSignal) => Promise<PeopleList>
  save: (person: SavedPerson, writeKey: string) => Promise<Welcomed>
  code: (id: number, writeKey: string) => Promise<Welcomed>
}

/** What keeps the house in order: the bin, one's jobs, keys of other systems, releases, the log. */
export interface Upkeep {
  log: <T extends LoggedChange | LoggedCall>(
    ask: LogAsk,
    signal?: AbortSignal,
  ) => Promise<LogPage<T>>
  bin: (ask: BinAsk, signal?: AbortSignal) => Promise<{ rows: Binned[]; next: number }>
  restore: (table: string, ids: number[], writeKey: string) => Promise<void>
  jobs: (signal?: AbortSignal) => Promise<ListedJob[]>
  schedule: {
    list: (signal?: AbortSignal) => Promise<Schedule>
    change: (id: number, what: 'run' | 'pause' | 'resume', writeKey: string) => Promise<void>
  }
  cutover: {
    check: (signal?: AbortSignal) => Promise<{ ok: boolean; findings: Finding[] }>
    /** The templates of what a house fills before it goes live, packed. */
    templates: () => Promise<Blob>
  }
  releases: {
    list: (signal?: AbortSignal) => Promise<KeptRelease[]>
    back: (to: number, note: string, writeKey: string) => Promise<{ release: number }>
    /** What would come back empty: its values were dropped. */
    lostBy: (to: number) => Promise<string[]>
    columns: (signal?: AbortSignal) => Promise<KeptColumn[]>
    drop: (column: KeptColumn, consent: string, writeKey: string) => Promise<void>
  }
  keys: Keys
  ownKeys: Keys // that act as the person himself
  people: People
}
