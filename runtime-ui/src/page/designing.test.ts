import { expect, it } from 'vitest'
import type { MenuNode } from '../data/app'
import type { ScreenMeta } from '../data/screen'
import { designerOf } from './designing'
import { indexMenus, resolve } from './menus'

const node = (path: string, menu_Id: number, screen: string): MenuNode => ({
  path,
  meta: { title: path, menu_Id, menuName: path, level: 1, screen },
})
const shown = node('/goods/order', 1, 'document:order')
const designer = node('/dev/ui', 2, 'custom:ui_designer')
const order = {
  kind: 'document',
  key: 'order',
  list: { key: 'order_list' },
  form: { key: 'order_form' },
} as unknown as ScreenMeta

function addressOf(path: string, screen: ScreenMeta | undefined, menus = [shown, designer]) {
  const places = indexMenus(menus)
  const found = resolve(places, path)
  return found && designerOf(places, found, screen, 'office')
}

it('leads to the list, and from a record to its form', () => {
  const list = '/dev/ui?kind=list&key=order_list&from=%2Fgoods%2Forder'
  expect(addressOf('/goods/order', order)).toBe(list)
  const form = '/dev/ui?kind=form&key=order_form&from=%2Fgoods%2Forder%2F7'
  expect(addressOf('/goods/order/7', order)).toBe(form)
})

it('leads nowhere without a designer that is granted', () => {
  expect(addressOf('/goods/order', order, [shown])).toBeUndefined()
})

it('leads nowhere before the screen is known, and where no designer changes it', () => {
  expect(addressOf('/goods/order', undefined)).toBeUndefined()
  const own = { kind: 'custom', key: 'ui_designer' } as unknown as ScreenMeta
  expect(addressOf('/dev/ui', own)).toBeUndefined()
})
