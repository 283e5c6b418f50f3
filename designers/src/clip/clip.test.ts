import { expect, it } from 'vitest'
import type { JsonObject } from '../../../runtime-ui/src/render'
import { find, outlineOf } from '../outline/nodes'
import { named, targetOf, type Clip } from './clip'

const column = { key: 'code', title: { en: 'Code' } }
const notes = outlineOf('list', { columns: [column], filters: [{ key: 'code' }] })
const lists = outlineOf('list', { columns: [{ key: 'doc_no' }, { key: 'status' }] })

function copied(name: string, item: JsonObject = column): Clip {
  return { item, shape: find(notes, name).place.schema.properties }
}

it('goes behind a part of its kind, into a list of such, and into an object that has one', () => {
  const clip = copied('columns/code')
  expect(targetOf(lists, find(lists, 'columns/doc_no'), clip)).toMatchObject({
    path: ['columns'],
    index: 1,
  })
  for (const name of ['columns', ''])
    expect(targetOf(lists, find(lists, name), clip)).toMatchObject({
      name: 'columns',
      index: undefined,
    })
})

it('goes nowhere else', () => {
  const clip = copied('columns/code')
  expect(targetOf(notes, find(notes, 'filters/code'), clip)).toBeUndefined()
  const form = outlineOf('form', { groups: [{ key: 'main', fields: [] }] })
  expect(targetOf(form, find(form, 'groups/main'), clip)).toBeUndefined()
})

it('takes another name where there is one already', () => {
  const list = find(lists, 'columns').place
  const clip = copied('columns/code')
  expect(named(clip, list, [])).toEqual(column)
  expect(named(clip, list, [column])['key']).toBe('code_2')
  expect(named(clip, list, [column, { key: 'code_2' }])['key']).toBe('code_3')
})

it('takes the next number where parts are numbered', () => {
  const menu = outlineOf('menu', { items: [{ key: 7 }, { key: 9 }] })
  const item = find(menu, 'items/7')
  const clip = { item: { key: 7 }, shape: item.place.schema.properties }
  expect(named(clip, find(menu, 'items').place, [{ key: 7 }, { key: 9 }])['key']).toBe(10)
})
