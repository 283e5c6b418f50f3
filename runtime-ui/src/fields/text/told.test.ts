import { expect, it } from 'vitest'
import { toldIn } from './told'

const say = (key: string, params: Record<string, unknown>) =>
  [key, ...Object.values(params).map(String)].join(' ')

it('words a fact, and the facts in it', () => {
  const text =
    '[{"key":"of_line","params":{"line":1,"what":{"key":"missing","params":{"n":"2"}}}},{"key":"more"}]'
  expect(toldIn(text, { say, language: 'es' })).toBe('of_line 1 missing 2; more')
})

it.each(['', '-1 held:1', '[{"key":', '["a"]', '[{"key":"a"},1]'])('leaves words: %s', (text) => {
  expect(toldIn(text, { say, language: 'es' })).toBe(text)
})

it('words an argument that has languages', () => {
  const text = JSON.stringify([
    { key: 'of', params: { what: { zh: '物品', en: 'Item', es: 'Cosa' } } },
  ])
  const told = toldIn(text, { say: (key, { what }) => `${key} ${String(what)}`, language: 'es' })
  expect(told).toBe('of Cosa')
})
