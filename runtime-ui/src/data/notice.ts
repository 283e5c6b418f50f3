/** Something that a person was told while doing something else. */
export interface Told {
  id: number
  text: string // may hold the few tags that messages may
  link?: string // a screen, and a record of it behind a slash
  file?: string // key of an attachment
  at: string
  read: boolean
}

export interface ToldPage {
  rows: Told[]
  unread: number
  more: boolean // there are older ones
}

/** Which notices are meant; without a word all, from the newest. */
export interface ToldAsk {
  before?: number | undefined
  show?: 'unread' | 'read'
  about?: 'record' | 'file' | undefined
}

export interface Notices {
  list(ask: ToldAsk, signal?: AbortSignal): Promise<ToldPage>
  /** Without ids all. */
  read(ids: number[] | undefined, writeKey: string): Promise<void>
}
