import { expect, it } from 'vitest'
import { at } from '../draft/edit'
import { moved, shifted } from './moves'
import { find, outlineOf } from './nodes'

const field = (key: string) => ({ key })
const title = { zh: '组', en: 'Group', es: 'Grupo' }
const form = {
  kind: 'form',
  key: 'visit',
  table: 'visit',
  groups: [
    { key: 'main', title, fields: ['a', 'b', 'c'].map(field) },
    { key: 'more', title, fields: ['d', 'a'].map(field) },
  ],
}
const root = outlineOf('form', form)
const part = (name: string) => find(root, name)
const inGroup = (object: object | undefined, group: number) =>
  at(object as typeof form, ['groups', group, 'fields'])

it('takes a field before another one, up and down', () => {
  const up = moved(form, part('groups/main/fields/c'), part('groups/main/fields/a'))
  expect(inGroup(up?.object, 0)).toEqual(['c', 'a', 'b'].map(field))
  expect(up?.name).toBe('groups/main/fields/c')
  const down = moved(form, part('groups/main/fields/a'), part('groups/main/fields/c'))
  expect(inGroup(down?.object, 0)).toEqual(['b', 'a', 'c'].map(field))
})

it('takes a field to the end of its group, and to another group', () => {
  const last = moved(form, part('groups/main/fields/a'), part('groups/main/fields'))
  expect(inGroup(last?.object, 0)).toEqual(['b', 'c', 'a'].map(field))
  const other = moved(form, part('groups/main/fields/b'), part('groups/more/fields/a'))
  expect(inGroup(other?.object, 0)).toEqual(['a', 'c'].map(field))
  expect(inGroup(other?.object, 1)).toEqual(['d', 'b', 'a'].map(field))
  expect(other?.name).toBe('groups/more/fields/b')
})

it('leaves what already is there, what another list means, and a key that is taken', () => {
  const a = part('groups/main/fields/a')
  expect(moved(form, a, a)).toBeUndefined()
  expect(moved(form, a, part('groups/main/fields/b'))).toBeUndefined()
  expect(moved(form, a, part('groups/more'))).toBeUndefined()
  expect(moved(form, a, part('groups/more/fields/d'))).toBeUndefined()
  expect(moved(form, part('groups'), a)).toBeUndefined()
})

it('takes an item a place up or down, and no further than the ends', () => {
  const b = part('groups/main/fields/b')
  expect(inGroup(shifted(form, b, -1)?.object, 0)).toEqual(['b', 'a', 'c'].map(field))
  expect(inGroup(shifted(form, b, 1)?.object, 0)).toEqual(['a', 'c', 'b'].map(field))
  expect(shifted(form, b, 2)).toBeUndefined()
  expect(shifted(form, part('groups/main/fields/a'), -1)).toBeUndefined()
  expect(shifted(form, root, 1)).toBeUndefined()
})

it('knows parts without keys by their new place', () => {
  const rule = { kind: 'code_rule', key: 'no', parts: [{ text: 'PU' }, { date: 'yyMMdd' }] }
  const first = find(outlineOf('code_rule', rule), 'parts/0')
  expect(shifted(rule, first, 1)).toEqual({
    object: { ...rule, parts: [{ date: 'yyMMdd' }, { text: 'PU' }] },
    name: 'parts/1',
    index: 1,
    of: 2,
  })
})
