import type { Adoptable } from './adoptable'
import type { StationScreen } from '../meta/station-screen.gen'
import type { ExpressionPlace, Speakable, TriedExpression } from './expressions'
import type { MakingRelease } from './history'
import type { StationResult } from './stations'

/** What people read, in each language. */
export interface Words {
  zh: string
  en: string
  es: string
  [language: string]: string
}

/** A change set: what implementers work on together and publish at once. */
export interface ChangeSet {
  change: number
  title: string
  by: string
  at: string
  base: number // release on which it was opened
  state: 'open' | 'published' | 'dropped'
  objects: number // that it changes
  conflicts: number // that nobody decided
}

/** How a conflict is decided. */
export type Choice = 'keep' | 'take' | 'both' | 'draft'

/** A place that a change set and what came into force meanwhile both changed. */
export interface Conflict {
  id: number
  kind: string
  key: string
  title: Words | null // of the object
  path: string // '' is the whole object
  base: Json // null: nothing was there
  ours: Json
  theirs: Json
  release: number // that says theirs
  choice: Choice | '' // '' while nobody decided
  choices: Choice[] // that there are
  by: string // who decided
}

/** An object of metadata in a list. */
export interface ListedObject {
  key: string
  title: Words
  layer: string
  changed: boolean // the site's own, or changed by it
}

/** One with all that it says. */
export interface WholeObject extends ListedObject {
  object: JsonObject
}

/** A mistake of metadata at its place. */
export interface MetaProblem {
  kind: string
  key: string
  path: string // members, with / between; of an item its key
  line: number
  column: number
  code: string
  message: string
}

/** JSON as metadata is made of. */
export type Json = string | number | boolean | null | Json[] | JsonObject
export interface JsonObject {
  [member: string]: Json
}

/** What the site lays over a shipped object. */
export interface Overlay {
  ops: { op: 'set' | 'add' | 'hide' | 'move'; at: string; value?: Json }[]
}

/** An object as it comes out under a change set. */
export interface EditedObject {
  object: JsonObject
  layer: string
  overlay: Overlay | null
  hash: string
  problems: MetaProblem[]
}

/** A place in an object that names another. */
export interface Use {
  kind: string
  key: string
  path: string
  title: Words // of the object
}

/** What code offers under a name, as an effect of actions. */
export interface Offer {
  key: string
  title: Words
  params?: { key: string; type: string; title: Words; required?: boolean }[]
  /** What other parameters it takes; none by default. */
  further?: string
}

/** What code offers, by kind: effects, flows, codes, jobs, ... */
export type Offers = Record<string, Offer[] | undefined>

/** What the flow of a station does, step by step. */
export interface StationFlow {
  flow: string
  steps?: FlowStep[] // undefined: it does not say
  unreached?: string[] | null // steps that nobody comes to
  unanswered?: Record<string, string[]> // by step: kinds of codes that only the flow takes
}

export interface FlowStep {
  key: string
  kind: string
  accept?: string[]
  to?: string[]
  buttons?: { code: string; to?: string[] }[]
}

/** One thing that is done in a play. */
export interface PlayedInput {
  kind: string
  value: unknown
}

/** What an input of a play is answered; the opening has no result. */
export interface Played {
  screen: StationScreen
  results?: StationResult[]
}

/** What becomes of one file of the site. */
export interface FileChange {
  path: string
  kind: string
  key: string
  what: 'added' | 'changed' | 'removed'
  ops: Operation[] // of a changed one
}

/** What becomes of a place of an object. */
export interface Operation {
  op: 'set' | 'add' | 'hide' | 'move' | 'undo'
  at: string
  value?: Json
  before?: string
  after?: string
}

/** What a publish does to the database. */
export interface PlanStep {
  step: string // names it within the plan
  words: string // what it costs, or why it cannot be done
  class: string
  table: string
  name: string
  key?: string
  rows?: number
  rebuild?: boolean
  apart?: boolean
  ahead?: boolean // it is done beside the work, before the release is in force
  fills?: number // records without a value that get one
  lost?: number // values that it had once: they were dropped, and it comes back empty
}

/** What came of a publish: a release, or the job that moves data before it. */
export interface Put {
  release?: number
  job?: number
}

/** Something that would not go on as it does. */
export interface Break {
  what: string // in words
  code: string
  kind: string
  key: string
  path: string
  count: number | null // null: there was no time to count
  counted: string // the count in words
  where: { kind: string; key: string; path: string; title: string }[]
}

/** What the people of a role, or one person, would have more or less. */
export interface Shift {
  role?: number
  person?: number
  name: string
  people: number
  what: string // in words
  code: string
  menu?: number
  table?: string
  count: number | null
  counted: string // records that it is about; empty for entries and buttons
}

/** What came of a test of metadata. */
export interface TestResult {
  key: string
  title: string
  required: boolean // nothing is published under which it fails
  passed: boolean
  step?: string // that failed, as when/audit
  message?: string // why
}

/** What publishing a change set would do. */
export interface ReleasePreview {
  release: number
  changes: FileChange[]
  problems: MetaProblem[]
  plan: PlanStep[]
  tests: TestResult[]
  breaks: Break[]
  gains: Shift[]
  losses: Shift[]
}

/** An object, or the removal of what the site says of it. */
export type Draft = { object: JsonObject; hash: string } | { remove: true; hash: string }

/** What implementers change the product by. */
export interface Changes {
  open: (title: string, writeKey: string) => Promise<number>
  list: (signal?: AbortSignal) => Promise<ChangeSet[]>
  drop: (change: number, writeKey: string) => Promise<void>
  objects: (kind: string, change: number, signal?: AbortSignal) => Promise<ListedObject[]>
  wholes: (kind: string, change: number, signal?: AbortSignal) => Promise<WholeObject[]>
  get: (kind: string, key: string, change: number, signal?: AbortSignal) => Promise<EditedObject>
  /** Which releases made another of an object, newest first. */
  history: (kind: string, key: string, signal?: AbortSignal) => Promise<MakingRelease[]>
  /** What became of an object between two of them. */
  between: (
    kind: string,
    key: string,
    from: number,
    to: number,
    signal?: AbortSignal,
  ) => Promise<Operation[]>
  /** Where an object is named, or the field of a table that a path leads to. */
  used: (
    kind: string,
    key: string,
    path: string,
    change: number,
    signal?: AbortSignal,
  ) => Promise<Use[]>
  /** The tables and views of the database that other programs made. */
  adoptable: (signal?: AbortSignal) => Promise<Adoptable[]>
  /** What code offers to metadata, in the release in force. */
  offers: (signal?: AbortSignal) => Promise<Offers>
  /** What may be named at a place, or the members of what a chain of names gives. */
  expressionNames: (
    place: ExpressionPlace,
    chain: string,
    signal?: AbortSignal,
  ) => Promise<Speakable[]>
  /** Whether an expression is right at a place, and its value on a record; 0 is none. */
  tryExpression: (
    place: ExpressionPlace,
    source: string,
    id: number,
    signal?: AbortSignal,
  ) => Promise<TriedExpression>
  /** Runs the tests of metadata, on a database of their own. */
  tests: (change: number, signal?: AbortSignal) => Promise<TestResult[]>
  flow: (station: string, signal?: AbortSignal) => Promise<StationFlow>
  /** Plays a task from its start and undoes it: the opening, then the answer to each input. */
  play: (
    station: string,
    params: JsonObject,
    inputs: PlayedInput[],
    signal?: AbortSignal,
  ) => Promise<Played[]>
  draft: (
    kind: string,
    key: string,
    change: number,
    draft: Draft,
    writeKey: string,
  ) => Promise<{ hash: string; problems: MetaProblem[] }>
  preview: (change: number, signal?: AbortSignal) => Promise<ReleasePreview>
  publish: (
    change: number,
    note: string,
    expect: number,
    consent: string[],
    writeKey: string,
  ) => Promise<Put>
  conflicts: (change: number, signal?: AbortSignal) => Promise<Conflict[]>
  decide: (change: number, conflict: number, choice: Choice, writeKey: string) => Promise<void>
}
