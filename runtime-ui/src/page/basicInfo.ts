import { learnLanguages, type Language } from '../format/languages'
import { portal } from './site'

/** What the server tells before anyone is signed in. */
export interface BasicInfo {
  sysName: string
  versionName: string
  languages: string[]
  languageDetails?: Language[]
  logo: string | null
  /** Kinds of users; the one with an owner signs in at the portal. */
  userTypes?: { key: string; owner?: { table: string; field: string } }[]
}

const backOffice = 'user'

/** Asks for the system's name and its kinds of users; undefined when the server does not answer. */
export async function fetchBasicInfo(): Promise<BasicInfo | undefined> {
  try {
    const response = await fetch('/api/sys/basicInfo/getInfo', { method: 'POST' })
    return ((await response.json()) as { data: BasicInfo }).data
  } catch {
    return undefined
  }
}

/** Takes the languages of a release that came into force. */
export async function refreshLanguages(): Promise<void> {
  learnLanguages((await fetchBasicInfo())?.languageDetails)
}

/** The user type that this site signs in. */
export function userTypeOf(info: BasicInfo | undefined): string {
  if (!portal) return backOffice
  return info?.userTypes?.find((type) => Boolean(type.owner))?.key ?? 'portal'
}
