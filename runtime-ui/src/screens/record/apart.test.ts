import { expect, it } from 'vitest'
import { apart } from './apart'

it.each([
  [
    'we open at nine',
    'we open at ten',
    { before: 'we open at ', gone: 'nine', come: 'ten', after: '' },
  ],
  ['九点开门营业', '十点开门营业', { before: '', gone: '九', come: '十', after: '点开门营业' }],
  ['same', 'same', { before: 'same', gone: '', come: '', after: '' }],
  ['', 'new', { before: '', gone: '', come: 'new', after: '' }],
])('tells %s from %s', (from, to, told) => {
  const { before, gone, come, after } = apart(from, to)
  expect(before + gone + after).toBe(from)
  expect(before + come + after).toBe(to)
  expect({ before, gone, come, after }).toEqual(told)
})

it('leaves out what is far from the change', () => {
  const far = 'word '.repeat(40)
  const { before, gone, come, after } = apart(`${far}old ${far}`, `${far}new ${far}`)
  expect([gone, come]).toEqual(['old ', 'new '])
  expect(before.startsWith('…')).toBe(true)
  expect(after.endsWith('…')).toBe(true)
})
