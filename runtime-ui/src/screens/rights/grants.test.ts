import { expect, it } from 'vitest'
import { changesOf, grantsOf, rebase, same, withButton, withEntry, type Grants } from './grants'

const entry = (id: number, parent: number, ...codes: string[]) => ({
  id,
  parent,
  title: String(id),
  hidden: false,
  rights: [],
  buttons: codes.map((code) => ({ code, rights: [] })),
})
const entries = [entry(1, 0), entry(11, 1, 'create', 'delete'), entry(12, 1)]
const none: Grants = { menus: new Set(), buttons: new Set() }
const grants = (menus: number[], buttons: string[] = []): Grants => ({
  menus: new Set(menus),
  buttons: new Set(buttons),
})

it('grants an entry with its buttons and its ancestors', () => {
  expect(withEntry(none, entries, 11, true)).toEqual(grants([1, 11], ['11.create', '11.delete']))
})

it('withdraws all that is below an entry', () => {
  const all = withEntry(none, entries, 1, true)
  expect(withEntry(all, entries, 1, false)).toEqual(none)
})

it('grants the entry of a button', () => {
  const granted = withButton(none, entries, { menu: 11, code: 'delete' }, true)
  expect(granted).toEqual(grants([1, 11], ['11.delete']))
})

it('puts ticks on top of what somebody else saved', () => {
  const from = grantsOf({ id: 1, menus: [{ menu_id: 1 }, { menu_id: 2 }] })
  const to = grants([1, 3]) // 2 withdrawn, 3 granted
  const theirs = grants([1, 2, 4]) // 4 granted
  expect(rebase(from, to, theirs)).toEqual(grants([1, 4, 3]))
  expect(same(rebase(from, from, theirs), theirs)).toBe(true)
})

it('saves only the lines that come or go', () => {
  const role = {
    id: 7,
    version: 3,
    menus: [
      { id: 70, menu_id: 1 },
      { id: 71, menu_id: 2 },
    ],
    buttons: [{ id: 72, menu_id: 2, button: 'create' }],
  }
  expect(changesOf(role as never, grants([1, 3], ['3.delete']))).toEqual({
    id: 7,
    version: 3,
    menus: [{ id: 71, _delete: true }, { menu_id: 3 }],
    buttons: [
      { id: 72, _delete: true },
      { menu_id: 3, button: 'delete' },
    ],
  })
})
