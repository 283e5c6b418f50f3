import i18next from 'i18next'
import { afterAll, expect, it } from 'vitest'
import { switchTexts } from '../look/texts'
import { elapsed } from './time'

const start = Date.UTC(2026, 0, 1)

afterAll(() => switchTexts('en'))

function worded(seconds: number): string {
  const { key, ...values } = elapsed(start, start + seconds * 1000)
  return i18next.t(key, values)
}

it.each([
  ['en', 0, 'just now'],
  ['en', 29, 'just now'],
  ['en', 30, '1 minute ago'],
  ['en', 61, '2 minutes ago'],
  ['en', 3599, '60 minutes ago'],
  ['en', 7201, '3 hours ago'],
  ['en', 86_400, '1 day ago'],
  ['en', 2 * 86_400 - 1, '1 day ago'],
  ['en', 3 * 86_400, '3 days ago'],
  ['es', 86_400, 'hace 1 día'],
  ['es', 2 * 86_400, 'hace 2 días'],
  ['zh', 2 * 86_400, '2天前'],
  ['en', -30, 'just now'],
  ['en', -31, 'in 1 minute'],
  ['en', -42 * 60, 'in 42 minutes'],
  ['en', -7200, 'in 2 hours'],
  ['en', -86_400, 'in 1 day'],
  ['en', -3 * 86_400, 'in 3 days'],
  ['es', -42 * 60, 'en 42 minutos'],
  ['es', -3 * 86_400, 'en 3 días'],
  ['zh', -42 * 60, '42 分钟后'],
  ['zh', -3 * 86_400, '3 天后'],
] as const)('says in %s of %d seconds: %s', async (language, seconds, words) => {
  await switchTexts(language)
  expect(worded(seconds)).toBe(words)
})
