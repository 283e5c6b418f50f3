import { beforeEach, expect, it, vi } from 'vitest'
import { readCookie, removeCookie, writeCookie } from '../data/cookies'

const names = ['theme', 'language', 'size', 'sidebarStatus']

/** What a visit of an address begins with. */
async function visit(address: string) {
  history.replaceState(null, '', address)
  vi.resetModules()
  return await import('./preferences')
}

beforeEach(() => {
  names.forEach(removeCookie)
})

it('begins in Chinese, medium, light and with the menu open', async () => {
  const { usePreferences } = await visit('/')
  expect(usePreferences.getState()).toEqual({
    language: 'zh',
    size: 'medium',
    sounds: true,
    theme: 'default',
    sidebarOpen: true,
  })
})

it('keeps the theme of an address for the next visit', async () => {
  await visit('/dashboard?theme=dark')
  expect(readCookie('theme')).toBe('dark')
  const { usePreferences } = await visit('/dashboard')
  expect(usePreferences.getState().theme).toBe('dark')
})

it('takes an unknown theme for the default one', async () => {
  const { usePreferences } = await visit('/?theme=<script>')
  expect(usePreferences.getState().theme).toBe('default')
  expect(readCookie('theme')).toBe('default')
})

it('keeps what is chosen', async () => {
  const { setPreference } = await visit('/')
  setPreference('language', 'es')
  setPreference('size', 'mini')
  setPreference('sidebarOpen', false)
  const { usePreferences } = await visit('/')
  expect(usePreferences.getState()).toMatchObject({
    language: 'es',
    size: 'mini',
    sidebarOpen: false,
  })
  expect(readCookie('sidebarStatus')).toBe('1')
})

it('takes cookies with strange values for none', async () => {
  names.forEach((name) => {
    writeCookie(name, 'strange', 'session')
  })
  const { usePreferences } = await visit('/')
  expect(usePreferences.getState()).toMatchObject({ language: 'zh', size: 'medium' })
})
