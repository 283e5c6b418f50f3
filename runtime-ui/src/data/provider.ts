import { createContext, use } from 'react'
import type { Act, ActAnswer, Change, Earlier, Job, Target } from './act'
import type { Brought } from './chosen'
import type { Attachments } from './attachments'
import type { Changes } from './changes'
import type { CodeMeaning, Scanned } from './code'
import type { ExportRequest, ExportSample } from './exporting'
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
import type { Mailings } from './mailing'
import type { Reports } from './report'
import type { Grantable } from './rights'
import type { GroupQuery, Page, Query, Row } from './rows'
import type { Stations } from './stations'
import type { Upkeep } from './upkeep'

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
  /** What leads a record back to what it was after a change; nothing is kept. */
  earlier(table: string, id: number, change: number): Promise<Earlier>
  brings(table: string, field: string, id: number): Promise<Brought>
  params(table: string, action: string, id: number): Promise<Record<string, unknown>>
  save(table: string, record: Record<string, unknown>, writeKey: string): Promise<Row>
  act(table: string, act: Act, writeKey: string): Promise<ActAnswer>
  /** What a record would be after an action, if it were made; nothing is kept. */
  trial(table: string, record: Record<string, unknown>, action: string): Promise<Row>
  remove(table: string, target: Target, writeKey: string): Promise<number>
  exportRows(table: string, request: ExportRequest, writeKey: string): Promise<number>
  /** The beginning of the file that a template makes. */
  exportSample(template: string, signal?: AbortSignal): Promise<ExportSample>
  importing: Importing
  cancelJob(id: number): Promise<void>
  job(id: number, signal?: AbortSignal): Promise<Job>
  attachments: Attachments
  upload(file: File, writeKey: string): Promise<string>
  /** A URL of a stored file, good for one minute; of a sealed one for a reason only. */
  link(fileKey: string, reason?: string): Promise<string>
  saveSetting(
    setting: { key: string; level: string; value: unknown },
    writeKey: string,
  ): Promise<void>
  /** The menu entries of a user type that the caller may grant. */
  grantable(userType: string, signal?: AbortSignal): Promise<Grantable[]>
  station: Stations
  reports: Reports
  mailings: Mailings
  account: Accounts
  home: Home
  notices: Notices
  upkeep: Upkeep
  changes: Changes
  /** The product as it would be under a change set; nothing can be written there. */
  under(change: number): DataProvider
  views: ViewKeeper
  devices: Devices
  papers: Papers
  previews: Previews
  /** Asks an endpoint of a plugin, as `lights` and `press`. */
  ask<Answer>(
    plugin: string,
    endpoint: string,
    body: Record<string, unknown>,
    writeKey: string,
  ): Promise<Answer>
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
