import { expect, it } from 'vitest'
import { at, insert, move, put, take } from './edit'

const list = {
  title: { en: 'T' },
  columns: [{ key: 'a' }, { key: 'b' }, { key: 'c' }],
}

it('changes a place and leaves all else the same value', () => {
  const next = put(list, ['columns', 1, 'width'], 80)
  expect(at(next, ['columns', 1])).toEqual({ key: 'b', width: 80 })
  expect(at(next, ['columns', 0])).toBe(list.columns[0])
  expect(next['title']).toBe(list.title)
  expect(list.columns[1]).toEqual({ key: 'b' })
})

it('takes a member away, and an item', () => {
  expect(put(list, ['title'], undefined)).toEqual({ columns: list.columns })
  expect(take(list, ['columns'], 0)['columns']).toEqual([{ key: 'b' }, { key: 'c' }])
})

it('takes a list away with its last item, and makes one with its first', () => {
  const one = { key: 'k', items: [{ key: 'v' }] }
  expect(take(one, ['items'], 0)).toEqual({ key: 'k' })
  expect(insert({ key: 'k' }, ['items'], 0, { key: 'v' })).toEqual(one)
})

it('moves an item down and up', () => {
  const fields = (object: typeof list) => object.columns.map(({ key }) => key).join('')
  expect(fields(move(list, ['columns'], 0, 2) as typeof list)).toBe('bca')
  expect(fields(move(list, ['columns'], 2, 0) as typeof list)).toBe('cab')
})
