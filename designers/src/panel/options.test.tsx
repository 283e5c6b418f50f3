import { expect, it } from 'vitest'
import { fieldKits } from '../../../runtime-ui/src/render'
import { itemOf, listOf, membersOf } from '../schema/schemas'
import { membersFor } from './options'

const members = membersOf(itemOf(listOf('table', 'fields')))
const namesFor = (type: string, said = {}) =>
  membersFor(members, type, said).map(({ name }) => name)

it('offers what a type has, and nothing that only others have', () => {
  expect(namesFor('text')).toEqual(expect.arrayContaining(['title', 'required', 'max_length']))
  expect(namesFor('text')).not.toContain('dropdown')
  expect(namesFor('enum')).toContain('dropdown')
  expect(namesFor('enum')).not.toContain('max_length')
})

it('keeps what is said already, so that it can be taken away', () => {
  expect(namesFor('text', { dropdown: 'colours' })).toContain('dropdown')
})

it('offers all while no type is chosen', () => {
  expect(namesFor('')).toHaveLength(members.length)
})

it('knows only options that the schema has', () => {
  const known = new Set(members.map(({ name }) => name))
  const options = Object.values(fieldKits).flatMap((kit) => kit.options)
  expect(options.filter((name) => !known.has(name))).toEqual([])
})
