import { create } from 'zustand'
import { readCookie, writeCookie } from '../data/cookies'
import { knownLanguage } from '../format/languages'

export const sizes = ['medium', 'small', 'mini'] as const
export type Size = (typeof sizes)[number]

export const themes = ['default', 'dark', 'floor'] as const
export type ThemeName = (typeof themes)[number]

interface Preferences {
  language: string
  size: Size
  theme: ThemeName
  sidebarOpen: boolean
  sounds: boolean // of stations
}

/** What a person chose for this browser; each value lives in a cookie of one year. */
export const usePreferences = create<Preferences>(() => ({
  language: languageFromCookie(),
  size: oneOf(sizes, readCookie('size')),
  theme: oneOf(themes, themeFromAddress() ?? readCookie('theme')),
  sidebarOpen: readCookie('sidebarStatus') !== '1',
  sounds: readCookie('sounds') !== 'false',
}))

/** Changes one preference and keeps it. */
export function setPreference<K extends keyof Preferences>(name: K, value: Preferences[K]) {
  usePreferences.setState({ [name]: value })
  if (name === 'sidebarOpen') writeCookie('sidebarStatus', value === true ? '0' : '1', 'year')
  else writeCookie(name, String(value), 'year')
}

/** A language that was chosen once; whether there still is such is known when the server says. */
function languageFromCookie(): string {
  const chosen = readCookie('language') ?? ''
  return /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(chosen) ? chosen : knownLanguage(undefined)
}

/** A theme named in the address wins, and is kept for the pages after it. */
function themeFromAddress(): string | undefined {
  const named = new URLSearchParams(location.search).get('theme') ?? undefined
  if (named !== undefined) writeCookie('theme', oneOf(themes, named), 'year')
  return named
}

function oneOf<T extends string>(
  allowed: readonly [T, ...T[]],
  value: string | null | undefined,
): T {
  return allowed.find((one) => one === value) ?? allowed[0]
}
