import { beforeEach, expect, it } from 'vitest'
import type { Destination } from '../../page/menus'
import { useTabs } from '../../page/tabs'
import { drawnOf } from './useDrawn'

function visit(path: string, noCache = false) {
  const meta = { title: path, menu_Id: 1, menuName: path, level: 2, noCache }
  const place: Destination = { place: { path, node: { path, meta }, trail: [] }, record: undefined }
  useTabs.getState().visit(place, path, '')
}

const paths = Array.from({ length: 14 }, (_, i) => `/${i}`)
const drawn = (path: string, mayRest = true) =>
  drawnOf(useTabs.getState().tabs, path, () => mayRest).map((tab) => tab.path)

beforeEach(() => {
  useTabs.getState().closeAll()
  paths.forEach((path) => {
    visit(path)
  })
})

it('draws the ten pages that were visited last, in the order of the tabs', () => {
  visit('/1')
  expect(drawn('/1')).toEqual(['/1', ...paths.slice(5)])
})

it('draws the page in view before its visit is noted', () => {
  expect(drawn('/0')).toEqual(['/0', ...paths.slice(4)])
})

it('leaves a page drawn that would lose something', () => {
  expect(drawn('/13', false)).toEqual(paths)
})

it('draws a page that keeps nothing only in view', () => {
  visit('/news', true)
  expect(drawn('/news')).toContain('/news')
  expect(drawn('/13')).not.toContain('/news')
})
