import { beforeEach, expect, it } from 'vitest'
import type { Destination } from './menus'
import { fullPath, titleOf, useTabs } from './tabs'

function place(path: string): Destination {
  const meta = { title: `title of ${path}`, menu_Id: 1, menuName: path, level: 2 }
  return { place: { path, node: { path, meta }, trail: [] }, record: undefined }
}

const tabs = () => useTabs.getState()

function visit(path: string, search = '') {
  tabs().visit(place(path), path, search)
}

beforeEach(() => {
  tabs().closeAll()
  ;['/a', '/b', '/c'].forEach((path) => {
    visit(path)
  })
})

it('keeps one tab per path, in the order of the first visit', () => {
  visit('/a')
  expect(tabs().tabs.map((tab) => tab.path)).toEqual(['/a', '/b', '/c'])
})

it('keeps the query of the last visit', () => {
  visit('/b', '?status=new')
  expect(tabs().tabs.map(fullPath)).toEqual(['/a', '/b?status=new', '/c'])
})

it('is called as its menu until its record has a name', () => {
  tabs().rename('/b', 'B-1')
  expect(tabs().tabs.map(titleOf)).toEqual(['title of /a', 'B-1', 'title of /c'])
})

it('shows another record in the place of one', () => {
  tabs().turn('/b', '/b/2', 2)
  expect(tabs().tabs.map((tab) => tab.path)).toEqual(['/a', '/b/2', '/c'])
  expect(tabs().tabs[1]?.destination.record).toBe(2)
})

it('shows another record in its own tab where that has one', () => {
  tabs().turn('/b', '/c', 3)
  expect(tabs().tabs.map((tab) => tab.path)).toEqual(['/a', '/c'])
})

it('makes only the refreshed page anew', () => {
  tabs().refresh('/b')
  expect(tabs().tabs.map((tab) => tab.version)).toEqual([0, 1, 0])
})

it('closes one, the others, or all', () => {
  tabs().close('/a')
  expect(tabs().tabs.map((tab) => tab.path)).toEqual(['/b', '/c'])
  tabs().closeOthers('/c')
  expect(tabs().tabs.map((tab) => tab.path)).toEqual(['/c'])
  tabs().closeAll()
  expect(tabs().tabs).toEqual([])
})

it("outlives one's own login, and closes for another person", () => {
  tabs().belongTo('user.1')
  visit('/a')
  tabs().belongTo('user.1')
  expect(tabs().tabs.map((tab) => tab.path)).toEqual(['/a'])
  tabs().belongTo('user.2')
  expect(tabs().tabs).toEqual([])
})
