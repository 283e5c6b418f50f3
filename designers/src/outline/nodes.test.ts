import { expect, it } from 'vitest'
import { find, outlineOf, wayTo } from './nodes'

const document = {
  kind: 'document',
  key: 'order',
  title: { zh: '单', en: 'Order', es: 'Pedido' },
  states: [{ key: 'new', title: { zh: '新', en: 'New', es: 'Nuevo' } }],
  actions: [
    {
      key: 'audit',
      title: { zh: '审', en: 'Audit', es: 'Auditar' },
      do: [{ effect: 'set', with: { a: '1' } }],
    },
  ],
}

it('knows items by their keys, and those without by their place', () => {
  const root = outlineOf('document', document)
  const effect = find(root, 'actions/audit/do/0')
  expect(effect.path).toEqual(['actions', 0, 'do', 0])
  expect(effect.place.of).toBe('effect')
  expect(effect.says).toEqual({ member: 'effect', value: 'set' })
  expect(find(root, 'states/new').says).toBeUndefined()
  expect(find(root, 'states/new').title?.en).toBe('New')
})

it('tells parts of a number apart by what they are', () => {
  const parts = [{ text: 'PU' }, { date: 'yyMMdd' }, { seq: { width: 5 } }]
  const [list] = outlineOf('code_rule', { kind: 'code_rule', key: 'no', parts }).children
  expect(list?.children.map(({ says }) => says)).toEqual([
    { member: 'text', value: 'PU' },
    { member: 'date', value: 'yyMMdd' },
    { member: 'seq', value: '' },
  ])
})

it('shows the empty lists of an object, and of its parts those that are there', () => {
  const root = outlineOf('document', document)
  expect(root.children.map(({ word }) => word)).toContain('badges')
  expect(find(root, 'actions/audit').children.map(({ word }) => word)).toEqual(['do'])
})

it('gives the nearest part of a name that there is not', () => {
  const root = outlineOf('document', document)
  expect(find(root, 'actions/gone').name).toBe('actions')
  expect(wayTo(root, 'actions/audit/do')).toEqual(['actions', 'actions/audit', 'actions/audit/do'])
})
