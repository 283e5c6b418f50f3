import { createContext, use } from 'react'
import type { Client } from '../data/client'
import type { Session } from '../data/session'
import type { BasicInfo } from './basicInfo'

/** What the app is made of once it has started. */
export interface Runtime {
  session: Session
  client: Client
  info: BasicInfo | undefined
  /** The change set under which this tab shows the product; undefined for the release in force. */
  trial: number | undefined
}

export const RuntimeContext = createContext<Runtime | null>(null)

/** The started app's session, client and system name. */
export function useRuntime(): Runtime {
  const runtime = use(RuntimeContext)
  if (runtime === null) throw new Error('no runtime: wrap the tree in <RuntimeContext value={...}>')
  return runtime
}
