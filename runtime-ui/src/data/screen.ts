import type { Preview } from './previews'
import type { Node as Tree } from '../expression/tree'
import type { Phase } from '../meta/common.gen'
import type { FieldMeta, FieldType, Option } from './field'

export type { FieldMeta, FieldType, Option, Phase, Tree }

export interface TableMeta {
  key: string
  title: string
  label: string[]
  writes: 'all' | 'plugin' | 'system'
  fields: FieldMeta[]
  attachments?: boolean // files may stand beside its records
  rights: string[] // verbs that the caller holds, and keys of actions
}

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
}

export type FilterOp = 'eq' | 'in' | 'like' | 'starts' | 'between' | 'ge' | 'le'

export interface FilterMeta {
  field: string
  title: string
  type: FieldType
  op?: FilterOp
  default?: unknown
  hidden?: boolean
  dropdown?: string
  to?: string
  scale?: number
}

export interface MeasureMeta {
  as: string
  field?: string
  fn: 'sum' | 'count' | 'min' | 'max' | 'avg'
  type: FieldType // of the figure
  title: string
  total?: boolean
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
}

export interface RelatedMeta {
  list: string
  table: string
  field: string
  title: string
  menuId?: number
  route?: string
}

export interface FormMeta {
  table: string
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

export interface DocumentMeta {
  table: string
  lines: { key: string; table: string; field: string; title: string; min?: number; max?: number }[]
  states: StateMeta[]
  actions: ActionMeta[]
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

/** A node of the menu tree, as the shell draws it. */
export interface MenuNode {
  path: string
  redirect?: string
  hidden?: boolean
  alwaysShow?: boolean
  meta: {
    title: string
    icon?: string
    menu_Id: number
    menuName: string
    level: number
    noCache?: boolean
    screen?: string // <kind>:<key>, on leaves
    module?: string // must be licensed before the entry opens
  }
  children?: MenuNode[]
}

/** What the shell needs once after login. */
export interface AppMeta {
  release: number
  menus: MenuNode[]
  languages: string[]
  theme: string
  settings: Record<string, unknown>
  places?: { id: number; label: string }[] // where the person may work
  place?: number | null // where he does
  preview?: Preview | null // the role that the person looks as
  user: {
    id: number
    account: string
    userTrueName: string
    userType: string
    ownerId?: number
    language: string | null
  }
}
