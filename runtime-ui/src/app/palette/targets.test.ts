import { expect, it } from 'vitest'
import type { MenuNode } from '../../data/app'
import { indexMenus } from '../../page/menus'
import { matching, rememberedOf, screensOf } from './targets'

function node(path: string, title: string, own: Partial<MenuNode> = {}): MenuNode {
  return { path, meta: { title, menu_Id: 1, menuName: path, level: 1 }, ...own }
}

const places = indexMenus([
  node('/goods', 'Goods', {
    children: [
      node('/goods/item', 'Items'),
      node('/goods/kind', 'Categoría de artículos'),
      node('/goods/print', 'Print', { hidden: true }),
    ],
  }),
  node('/work', 'Work on items'),
  node('/paper', '打印页面'),
])
const screens = screensOf(places)
const found = (typed: string) => matching(screens, typed).map(({ path }) => path)

it('offers every screen that has an entry, and no group', () => {
  expect(screens).toEqual([
    { path: '/goods/item', title: 'Items', trail: 'Goods' },
    { path: '/goods/kind', title: 'Categoría de artículos', trail: 'Goods' },
    { path: '/work', title: 'Work on items', trail: '' },
    { path: '/paper', title: '打印页面', trail: '' },
  ])
})

it.each([
  ['items', ['/goods/item', '/work']],
  ['ITEMS work', ['/work']],
  ['categoria', ['/goods/kind']],
  ['goods', ['/goods/item', '/goods/kind']],
  ['/goods/it', ['/goods/item']],
  ['tems', []],
  ['页', ['/paper']],
  ['nothing', []],
])('finds by %s', (typed, paths) => {
  expect(found(typed)).toEqual(paths)
})

it('remembers only what is still granted, a record by its own name', () => {
  const remembered = [
    { path: '/goods/item/7', label: 'I-7' },
    { path: '/goods/item' },
    { path: '/gone' },
  ]
  expect(rememberedOf(places, remembered)).toEqual([
    { path: '/goods/item/7', title: 'I-7', trail: 'Items' },
    { path: '/goods/item', title: 'Items', trail: 'Goods' },
  ])
})
