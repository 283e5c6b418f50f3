import { expect, it } from 'vitest'
import {
  changesOf,
  grantsOf,
  ownChangesOf,
  ownGrantsOf,
  rebase,
  same,
  withButton,
  withEntry,
  withWhole,
  type Grants,
} from './grants'

const entry = (id: number, parent: number, ...codes: string[]) => ({
  id,
  parent,
  title: String(id),
  hidden: false,
  rights: [],
  buttons: codes.map((code) => ({ code, rights: [] })),
})
const entries = [entry(1, 0), entry(11, 1, 'create', 'delete'), entry(12, 1)]
const none: Grants = { menus: new Set(), buttons: new Set(), whole: new Set() }
const grants = (menus: number[], buttons: string[] = [], whole: number[] = []): Grants => ({
  menus: new Set(menus),
  buttons: new Set(buttons),
  whole: new Set(whole),
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
  const from = grantsOf({ id: 1, menus: [{ menu_id: 1 }, { menu_id: 2 }] }, entries)
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
    menus: [
      { id: 71, _delete: true },
      { menu_id: 3, whole: false },
    ],
    buttons: [
      { id: 72, _delete: true },
      { menu_id: 3, button: 'delete' },
    ],
  })
})

it('grants a group with what comes later, until a part of it is withdrawn', () => {
  const whole = withWhole(none, entries, 1, true)
  expect(whole).toEqual(grants([1, 11, 12], ['11.create', '11.delete'], [1]))
  expect(grantsOf({ id: 1, menus: [{ id: 5, menu_id: 1, whole: true }] }, entries)).toEqual(whole)
  expect(withButton(whole, entries, { menu: 11, code: 'delete' }, false).whole.size).toBe(0)
  expect(withEntry(whole, entries, 12, false)).toEqual(grants([1, 11], ['11.create', '11.delete']))
  const role = { id: 7, menus: [{ id: 70, menu_id: 1, whole: true }] }
  const parts = changesOf(role, withWhole(whole, entries, 1, false))
  expect(parts.menus[0]).toEqual({ id: 70, whole: false })
})

it('keeps of a person what differs from his roles', () => {
  const byRoles = grants([1, 11], ['11.create'])
  const person = {
    id: 9,
    menus: [
      { id: 90, menu_id: 12 },
      { id: 91, menu_id: 11, withdrawn: true },
    ],
  }
  const held = ownGrantsOf(person, byRoles, entries)
  expect(held).toEqual(grants([1, 12]))
  const back = withButton(held, entries, { menu: 11, code: 'delete' }, true)
  expect(ownChangesOf(person, byRoles, withEntry(back, entries, 12, false))).toEqual({
    id: 9,
    version: undefined,
    menus: [
      { id: 90, _delete: true },
      { id: 91, _delete: true },
    ],
    buttons: [
      { menu_id: 11, button: 'delete', withdrawn: false },
      { menu_id: 11, button: 'create', withdrawn: true },
    ],
  })
})
