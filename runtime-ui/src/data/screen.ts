import type { AnyScreenMeta } from './screen.gen'

export type { Node as Tree } from '../expression/tree'
export type { Phase } from '../meta/common.gen'
export type { FieldType, FilterOp } from './field'
export type * from './screen.gen'

/** What a screen of a kind has, where others have none. */
type Part<Name extends keyof AnyScreenMeta> = Required<Pick<AnyScreenMeta, Name>>

type Parts =
  'list' | 'form' | 'document' | 'tool' | 'import' | 'station' | 'report' | 'board' | 'settings'
type ScreenBase = Omit<AnyScreenMeta, 'kind' | Parts>

/** A record's page: a form lays it out, a document adds lines, states and actions. */
export type RecordParts = Pick<AnyScreenMeta, 'form' | 'document'>

export type ListScreenMeta = ScreenBase & RecordParts & { kind: 'list' } & Part<'list'>
export type TreeScreenMeta = ScreenBase & RecordParts & { kind: 'tree' } & Part<'list'>
export type FormScreenMeta = ScreenBase &
  RecordParts & { kind: 'form' } & Pick<AnyScreenMeta, 'list'>
export type DocumentScreenMeta = ScreenBase &
  RecordParts & { kind: 'document' } & Pick<AnyScreenMeta, 'list'>
export type ToolScreenMeta = ScreenBase & { kind: 'tool' } & Part<'tool'>
export type ImportScreenMeta = ScreenBase & { kind: 'import' } & Part<'import'>
export type StationScreenMeta = ScreenBase & { kind: 'station' } & Part<'station'>
export type SettingsScreenMeta = ScreenBase & { kind: 'settings' } & Part<'settings'>
export type ReportScreenMeta = ScreenBase & { kind: 'report' } & Part<'report'>
export type BoardScreenMeta = ScreenBase & { kind: 'board' } & Part<'board'>
export type HomeScreenMeta = ScreenBase & { kind: 'home' }
export type CustomScreenMeta = ScreenBase & { kind: 'custom' }

/** A compiled screen: everything that is needed to draw it, but no rows. */
export type ScreenMeta =
  | ListScreenMeta
  | TreeScreenMeta
  | FormScreenMeta
  | DocumentScreenMeta
  | ToolScreenMeta
  | ImportScreenMeta
  | StationScreenMeta
  | SettingsScreenMeta
  | ReportScreenMeta
  | BoardScreenMeta
  | HomeScreenMeta
  | CustomScreenMeta

export type ScreenKind = ScreenMeta['kind']
