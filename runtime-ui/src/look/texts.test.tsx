import i18next from 'i18next'
import { afterAll, expect, it, vi } from 'vitest'
import { refreshTexts, switchTexts } from './texts'

afterAll(() => switchTexts('en'))

it.each([
  ['en', 'action.progress', { done: 0, total: 1 }, '0 of 1 record'],
  ['en', 'action.progress', { done: 1, total: 2 }, '1 of 2 records'],
  ['es', 'record.history_all', { n: 1 }, 'Ver el 1 cambio'],
  ['es', 'record.history_all', { n: '12' }, 'Ver los 12 cambios'],
  ['es', 'list.selected', { n: '1' }, '1 seleccionado'],
  ['zh', 'list.selected', { n: 1 }, '已选 1 条'],
] as const)('says in %s of %s with %o: %s', async (language, key, params, words) => {
  await switchTexts(language)
  expect(i18next.t(key, params)).toBe(words)
})

it('takes over the texts of another release, and keeps what it has without a server', async () => {
  await switchTexts('es')
  await switchTexts('en')
  const fetched = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('no server'))
  await refreshTexts()
  expect(i18next.t('list.selected', { n: 1 })).toBe('1 selected')
  fetched.mockResolvedValue(Response.json({ 'list.selected': 'other words' }))
  await refreshTexts()
  expect(i18next.t('list.selected', { n: 1 })).toBe('other words')
  expect(i18next.hasResourceBundle('es', 'translation')).toBe(false)
  fetched.mockRestore()
  i18next.removeResourceBundle('en', 'translation') // the others load it anew
})
