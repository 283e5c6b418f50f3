import { expect, test } from 'vitest'
import { indexMenus } from '../../page/menus'
import { addressOf } from './address'

const meta = { title: 'Orders', menu_Id: 1, menuName: 'orders', level: 1, screen: 'document:order' }
const places = indexMenus([{ path: '/orders', meta }])

test('a notice leads to the screen, or to the record behind the slash', () => {
  expect(addressOf('document:order', places)).toBe('/orders')
  expect(addressOf('document:order/7', places)).toBe('/orders/7')
})

test('a notice leads to what is searched for in a list', () => {
  expect(addressOf('document:order?q=A&1', places)).toBe('/orders?q=A%261')
})

test('a notice of what is not granted leads nowhere', () => {
  expect(addressOf('document:item/7', places)).toBeUndefined()
  expect(addressOf(undefined, places)).toBeUndefined()
})
