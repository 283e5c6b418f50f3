import { expect, it } from 'vitest'
import { helpOf, itemOf, listOf, membersOf, rootOf, type Place } from './schemas'

const member = (place: Place, name: string): Place =>
  membersOf(place).find((one) => one.name === name) ?? expect.fail(name)

it('knows which names an expression sees', () => {
  const field = itemOf(listOf('table', 'fields'))
  expect(member(field, 'default').scope).toEqual(['row', 'old', 'head', 'lines', 'user'])
  expect(member(field, 'where').scope).toEqual(['row', 'record', 'user'])
  const rule = itemOf(member(field, 'rules'))
  expect(member(rule, 'must').scope).toContain('value')
})

it('knows what comes in more on the way down', () => {
  const action = itemOf(listOf('document', 'actions'))
  expect(member(action, 'must').scope).toContain('params')
  const effect = itemOf(member(action, 'do'))
  expect(member(effect, 'when').scope).toEqual(expect.arrayContaining(['params', 'line', 'row']))
  expect(member(effect, 'for').scope).not.toContain('line')
})

it('explains a member by what is said of it, not by what holds for every name', () => {
  const list = rootOf('list')
  expect(helpOf(member(list, 'table'))).toBeUndefined()
  expect(helpOf(member(list, 'title'))).toBeUndefined()
  expect(helpOf(member(list, 'key'))).toMatch(/^Immutable name/)
  expect(helpOf(member(list, 'where'))).toMatch(/^Rows of this screen/)
})
