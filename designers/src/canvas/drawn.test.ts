import { expect, it } from 'vitest'
import { outlineOf } from '../outline/nodes'
import { drawnParts } from './drawn'

it('finds columns by what they show, and not the filters of the same field', () => {
  const list = {
    kind: 'list',
    key: 'a',
    columns: [{ key: 'code' }],
    filters: [{ key: 'code' }, { key: 'on' }],
  }
  const parts = drawnParts(outlineOf('list', list))
  expect([...parts].map(([field, { name }]) => [field, name])).toEqual([['code', 'columns/code']])
})

it('leaves out columns of lines, which may show a field of the head by its name', () => {
  const form = {
    kind: 'form',
    key: 'a',
    lines: [{ key: 'lines', columns: [{ key: 'remark' }] }],
    groups: [{ key: 'one', fields: [{ key: 'remark' }] }],
  }
  const parts = drawnParts(outlineOf('form', form))
  expect(parts.get('remark')?.name).toBe('groups/one/fields/remark')
})

it('finds the fields of all groups of a form', () => {
  const group = (key: string, field: string) => ({ key, fields: [{ key: field }] })
  const form = { kind: 'form', key: 'a', groups: [group('one', 'code'), group('two', 'name')] }
  const parts = drawnParts(outlineOf('form', form))
  expect([...parts.values()].map(({ name }) => name)).toEqual([
    'groups/one/fields/code',
    'groups/two/fields/name',
  ])
})
