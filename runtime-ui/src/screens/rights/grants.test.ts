import { expect, it } from 'vitest'
import { nodesOf, withButton, withEntry, type Grants } from './grants'

const entries = [
  { id: 1, parent: 0, title: 'System', hidden: false, buttons: [] },
  {
    id: 11,
    parent: 1,
    title: 'Users',
    hidden: false,
    buttons: [{ code: 'create' }, { code: 'delete' }],
  },
  { id: 12, parent: 1, title: 'Roles', hidden: false, buttons: [] },
]
const none: Grants = { menus: new Set(), buttons: new Set() }

it('puts entries below their parents', () => {
  expect(nodesOf(entries).map((node) => node.children.length)).toEqual([2])
})

it('grants an entry with its buttons and its ancestors', () => {
  const grants = withEntry(none, entries, 11, true)
  expect([...grants.menus].sort()).toEqual([1, 11])
  expect([...grants.buttons]).toEqual(['11.create', '11.delete'])
})

it('withdraws all that is below an entry', () => {
  const grants = withEntry(withEntry(none, entries, 1, true), entries, 1, false)
  expect(grants.menus.size + grants.buttons.size).toBe(0)
})

it('grants the entry of a button', () => {
  const grants = withButton(none, entries, { menu: 11, code: 'delete' }, true)
  expect([...grants.menus].sort()).toEqual([1, 11])
  expect([...grants.buttons]).toEqual(['11.delete'])
})
