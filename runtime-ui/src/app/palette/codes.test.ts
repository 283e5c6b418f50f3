import { expect, it } from 'vitest'
import type { MenuNode } from '../../data/app'
import { indexMenus } from '../../page/menus'
import { targetsOfCode } from './codes'

function node(path: string, title: string, screen: string): MenuNode {
  return { path, meta: { title, menu_Id: 1, menuName: path, level: 1, screen } }
}

const places = indexMenus([
  node('/order', 'Orders', 'document:order'),
  node('/spot', 'Spots', 'list:spot'),
])

it('leads to the record, or to its row in the list, and nowhere without a screen', () => {
  const found = [
    { table: 'order', id: 7, label: 'O-7' },
    { table: 'spot', id: 9, label: null },
    { table: 'secret', id: 1, label: 'S' },
  ]
  expect(
    targetsOfCode(places, found).map(({ path, title, trail }) => [path, title, trail]),
  ).toEqual([
    ['/order/7', 'O-7', 'Orders'],
    [
      '/spot?where=%7B%22field%22%3A%22id%22%2C%22op%22%3A%22eq%22%2C%22value%22%3A9%7D',
      '9',
      'Spots',
    ],
  ])
})
