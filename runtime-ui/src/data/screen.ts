import type { Node as Tree } from '../expression/tree'
import type { Phase } from '../meta/common.gen'
import type { BesideMeta, ColumnMeta, MeasureMeta } from './column'
import type { FieldMeta, FieldType, Option } from './field'

export type { BesideMeta, ColumnMeta, FieldMeta, FieldType, MeasureMeta, Option, Phase, Tree }

export interface TableMeta {
  key: string
  title: string
  label: string[]
  writes: 'all' | 'plugin' | 'system'
  fields: FieldMeta[]
  attachments?: boolean // files may stand beside its records
  rights: string[] // verbs that the caller holds, and keys of actions
}

export type FilterOp = 'eq' | 'in' | 'like' | 'starts' | 'between' | 'ge' | 'le'

export interface FilterMeta {
  field: string
  title: string
  type: FieldType
  op?: FilterOp
  default?: unknown
  hidden?: boolean
  periods?: string[] // of a report: stretches of days offered side by side
  dropdown?: string
  to?: string
  scale?: number
}

export interface ActionMeta {
  key: string
  title: string
  icon?: string
  from?: string[]
  to?: string
  over: 'each' | 'set'
  confirm?: string
  refusal?: string // what is wrong where its condition does not hold
  primary?: boolean
  danger?: boolean
  opens?: string // route of the screen that opens when all went well
  params: FieldMeta[]
  proposes?: boolean // a parameter begins with what only the server knows of the record
}

/** A mapping that reads files, with what is asked beside the file. */
export interface ImportMeta {
  key: string
  title: string
  params: FieldMeta[]
}

export interface ListMeta {
  key: string // requests name it, so that the server adds its condition
  table: string
  columns: ColumnMeta[]
  filters: FilterMeta[]
  sort: string[]
  group: string[]
  measures: MeasureMeta[]
  drill?: { list: string; menuId?: number; route?: string }
  pageSize: number
  open: 'form' | 'document' | 'none'
  formKey?: string
  edit: string[]
  actions: ActionMeta[]
  create: boolean
  empty?: string // said while there are no rows
  export: boolean
  import: ImportMeta[]
  parentField?: string // a tree's
  new?: Record<string, unknown> // what a record made here begins with
  makes?: MakeMeta[]
}

/** A document that is made of selected rows: a line for each, whose field names it. */
export interface MakeMeta {
  key: string
  title: string
  document: string
  set: string
  field: string
  takes: string[] // references of the head that rows have too
  route: string
}

export interface FormFieldMeta {
  field: string
  span?: number // columns of 24
  visible?: Tree
  required?: Tree
  readonly?: Tree
}

export interface FormGroupMeta {
  key: string
  title?: string
  folded?: boolean
  fields: FormFieldMeta[]
}

export interface LineGridMeta {
  set: string
  title: string
  table: string
  columns: ColumnMeta[]
  scan?: string
  /** Which lines a scan adds to, over row; all where there is none. */
  raises?: Tree
}

export interface RelatedMeta {
  list: string
  table: string
  field: string
  value?: Tree // of the field; the record's id unless told
  filter?: Record<string, string | number | boolean>
  title: string
  menuId?: number
  route?: string
}

export interface FormMeta {
  table: string
  essential?: string[] // fields that stand before the lines
  groups: FormGroupMeta[]
  lines: LineGridMeta[]
  related: RelatedMeta[]
}

export interface StateMeta {
  key: string
  title: string
  phase: Phase
  edit: boolean | string[]
}

/** A part of the way of a document. */
export interface StageMeta {
  key: string
  title: string
  states: string[]
}

/** What is special about a document beside its state, while it holds. */
export interface BadgeMeta {
  key: string
  title: string
  when?: Tree
  phase: Phase
  tip?: string // field with the reason
}

export interface DocumentMeta {
  table: string
  lines: { key: string; table: string; field: string; title: string; min?: number; max?: number }[]
  states: StateMeta[]
  stages?: StageMeta[]
  badges?: BadgeMeta[]
  actions: ActionMeta[]
  next: NextMeta[]
}

/** A step of the road that leads on from a record. */
export interface NextMeta {
  key: string
  title: string // {label} stands for the record that opens
  action?: string
}

export interface ToolMeta {
  list: ListMeta
  action: ActionMeta
  preview: boolean
  help?: string
}

export interface ButtonMeta {
  code: string
  label: string
  key?: string
  danger?: boolean
}

export interface StationMeta {
  key: string
  steps: { key: string; kind: string; title: string; prompt: string; buttons: string[] }[]
  buttons: ButtonMeta[]
  params: FieldMeta[]
  undo: boolean
  waiting?: WaitingMeta
  counts?: boolean // there is a figure of what the person did
}

/** What waits for a station, as cards; absent where the caller may not see it. */
export interface WaitingMeta {
  list: ListMeta
  code: string // the column that names a row, and is given as if it were scanned
  due?: string // the column with the instant by which it has to be done
  title: string
  take?: string // words of the button; a card without them is only looked at
}

export interface SettingMeta {
  field: FieldMeta
  levels: string[]
  value: unknown
  from: string // the level that the value comes from
}

export interface SettingsMeta {
  groups: { key: string; title: string; settings: SettingMeta[] }[]
}

/** The question of a report; what it begins with comes with its first answer. */
export interface ReportMeta {
  params: FilterMeta[]
  drill?: { list: string; menuId?: number; route?: string }
  export: boolean
}

interface ScreenBase {
  release: number
  menuId?: number
  key: string
  route?: string
  title: string
  tables: Record<string, TableMeta>
  dropdowns: Record<string, Option[]>
}

/** A record's page: a form lays it out, a document adds lines, states and actions. */
export interface RecordParts {
  form?: FormMeta
  document?: DocumentMeta
}

export type ListScreenMeta = ScreenBase & RecordParts & { kind: 'list'; list: ListMeta }
export type TreeScreenMeta = ScreenBase & RecordParts & { kind: 'tree'; list: ListMeta }
export type FormScreenMeta = ScreenBase & RecordParts & { kind: 'form'; list?: ListMeta }
export type DocumentScreenMeta = ScreenBase & RecordParts & { kind: 'document'; list?: ListMeta }
export type ToolScreenMeta = ScreenBase & { kind: 'tool'; tool: ToolMeta }
export type StationScreenMeta = ScreenBase & { kind: 'station'; station: StationMeta }
export type SettingsScreenMeta = ScreenBase & { kind: 'settings'; settings: SettingsMeta }
export type ReportScreenMeta = ScreenBase & { kind: 'report'; report: ReportMeta }
export type HomeScreenMeta = ScreenBase & { kind: 'home' }
export type CustomScreenMeta = ScreenBase & { kind: 'custom' }

/** A compiled screen: everything that is needed to draw it, but no rows. */
export type ScreenMeta =
  | ListScreenMeta
  | TreeScreenMeta
  | FormScreenMeta
  | DocumentScreenMeta
  | ToolScreenMeta
  | StationScreenMeta
  | SettingsScreenMeta
  | ReportScreenMeta
  | HomeScreenMeta
  | CustomScreenMeta

export type ScreenKind = ScreenMeta['kind']
