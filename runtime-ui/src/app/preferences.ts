import { create } from 'zustand'
import { readCookie, writeCookie } from '../data/cookies'

export const languages = ['zh', 'en', 'es'] as const
export type Language = (typeof languages)[number]

export const sizes = ['medium', 'small', 'mini'] as const
export type Size = (typeof sizes)[number]

export const themes = ['default', 'dark', 'floor'] as const
export type ThemeName = (typeof themes)[number]

interface Preferences {
  language: Language
  size: Size
  theme: ThemeName
  sidebarOpen: boolean
  sounds: boolean // of stations
}

/** What a person chose for this browser; each value lives in a cookie of one year. */
export const usePreferences = create<Preferences>(() => ({
  language: oneOf(languages, readCookie('language')),
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

/** The language of a text from the server or a cookie; Chinese when it is unknown. */
export function asLanguage(text: string | null | undefined): Language {
  return oneOf(languages, text)
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
