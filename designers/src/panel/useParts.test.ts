import { expect, it } from 'vitest'
import { membersOf, rootOf } from '../schema/schemas'
import { newItem } from './useParts'

const listOf = (kind: string, name: string) =>
  membersOf(rootOf(kind)).find((member) => member.name === name) ?? expect.fail()

it('makes an item with what it must have, under a name that no other has', () => {
  const fields = listOf('table', 'fields')
  const first = newItem(fields, [])
  expect(first).toMatchObject({ key: 'x_new_1', type: 'text', title: { en: 'New' } })
  expect(newItem(fields, [first])['key']).toBe('x_new_2')
})

it('numbers entries of a menu after the last', () => {
  expect(newItem(listOf('menu', 'items'), [{ key: 7 }, { key: 3 }])['key']).toBe(8)
})
