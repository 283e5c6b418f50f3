import { expect, it } from 'vitest'
import { before, into, isUnder, linesOf, treeOf } from './menuTree'

const items = [
  { key: 1, parent: 0, route: '/a' },
  { key: 2, parent: 1, route: '/a/b' },
  { key: 3, parent: 2, route: '/a/b/c' },
  { key: 4, parent: 0, route: '/d' },
  { key: 5, parent: 99, route: '/lost' },
]
const menu = { kind: 'menu', key: 'm', items }
const entries = items.map((item) => ({ menu: 'm', item, id: item.key, parent: item.parent }))
const entry = (id: number) => entries[id - 1] ?? expect.fail()

it('draws entries under their parents, and those of a parent that there is not at the top', () => {
  const lines = linesOf(treeOf(entries)).map(({ id, depth }) => `${id}:${depth}`)
  expect(lines).toEqual(['1:0', '2:1', '3:2', '4:0', '5:0'])
})

it('knows what is under an entry, so that none is dropped into itself', () => {
  expect(isUnder(entries, 3, 1)).toBe(true)
  expect(isUnder(entries, 1, 1)).toBe(true)
  expect(isUnder(entries, 4, 1)).toBe(false)
})

it('puts an entry before another, under the same parent', () => {
  const next = before(menu, 4, entry(2))['items'] as typeof items
  expect(next.map(({ key }) => key)).toEqual([1, 4, 2, 3, 5])
  expect(next[1]?.parent).toBe(1)
})

it('puts an entry under another, and changes nothing where it is there already', () => {
  expect((into(menu, 4, 2)['items'] as typeof items)[3]?.parent).toBe(2)
  expect(into(menu, 3, 2)).toBe(menu)
})
