import type { Stand } from './app'

/** A browser or handheld that the person is signed in on. */
export interface Device {
  id: number
  address: string
  agent: string
  since: string
  used: string // to within ten minutes
  here: boolean
}

/** One's own row, as far as one may see and change it oneself. */
export interface Account {
  account: string
  true_name: string
  mobile: string | null
  email: string | null
  language: string | null
  devices: Device[]
}

/** How one hears of something that one is told about. */
export interface Hearing {
  topic: string
  title: string
  bell: boolean
  mail: boolean
}

/** All that one may choose so; letters says that there is a mail server. */
export interface Hearings {
  rows: Hearing[]
  letters: boolean
}

export interface Accounts {
  get(signal?: AbortSignal): Promise<Account>
  save(
    row: Partial<Pick<Account, 'true_name' | 'mobile' | 'email' | 'language'>>,
    writeKey: string,
  ): Promise<void>
  changePassword(oldPassword: string, password: string, writeKey: string): Promise<void>
  hearings(signal?: AbortSignal): Promise<Hearings>
  hear(one: Pick<Hearing, 'topic' | 'bell' | 'mail'>, writeKey: string): Promise<void>
  /** Signs the person out on another device. */
  endSession(id: number, writeKey: string): Promise<void>
  /** Has the person stand at the workstation of a code; an empty one has him leave. */
  stand(code: string, writeKey: string): Promise<Stand | null>
  /** Where the person works from now on; null for nowhere. */
  setPlace(id: number | null, writeKey: string): Promise<void>
}
