import dayjs from 'dayjs'
import { afterEach, expect, it } from 'vitest'
import { loadLocale } from '../look/antdLocale'
import { oneLine } from '../fields/address/parts'
import { formatNumber } from '../fields/number/format'
import { knownLanguage, languageOf, learnLanguages, type Language } from './languages'
import { exactTime } from './time'

const shipped = ['zh', 'en', 'es'].map(languageOf)
const french: Language = {
  key: 'fr',
  name: 'Français',
  locale: 'fr-FR',
  required: false,
  list_separator: ', ',
  comma: ', ',
  stop: '. ',
  address: 'large_first',
}

afterEach(() => {
  learnLanguages(shipped)
  dayjs.locale('en')
})

it('knows the languages that the server tells', () => {
  expect(knownLanguage('fr')).toBe('zh')
  learnLanguages([...shipped, french])
  expect(knownLanguage('fr')).toBe('fr')
  expect(knownLanguage('pt')).toBe('zh')
  learnLanguages(undefined)
  expect(knownLanguage('fr')).toBe('fr')
})

it('writes numbers, times and addresses as a further language does', () => {
  learnLanguages([...shipped, french])
  expect(formatNumber(1234.5, 'fr', { min: 2, max: 2 })).toMatch(/^1.234,50$/)
  expect(exactTime('2026-01-05T09:07:00', 'fr')).toMatch(/^5 janv\. 2026.+09:07$/)
  expect(oneLine({ country: 'FR', city: 'Lyon' }, 'fr')).toBe('FRLyon')
})

it('takes English where no browser could write by the locale', () => {
  learnLanguages([...shipped, { ...french, locale: 'fr-a1' }])
  expect(formatNumber(1234.5, 'fr', { min: 0, max: 1 })).toBe('1,234.5')
})

it.each([
  ['fr', 'fr-FR', 'fr', 'fr'],
  ['pt-BR', 'pt-BR', 'pt-br', 'pt-br'],
  ['de', 'de-LU', 'de', 'de'],
  ['qps', 'qps', 'en', 'en'],
])("loads antd's and dayjs' own words of %s", async (key, locale, words, calendar) => {
  learnLanguages([...shipped, { ...french, key, locale }])
  expect((await loadLocale(key)).locale.toLowerCase()).toBe(words)
  expect(dayjs.locale()).toBe(calendar)
})
