import { describe, expect, it } from 'vitest'
import type { MenuNode } from '../../data/screen'
import { firstLeaf, indexMenus, isExternal, resolve } from './menus'

function node(path: string, menu_Id: number, screen?: string, children?: MenuNode[]): MenuNode {
  const meta = { title: path, menu_Id, menuName: path, level: 1 }
  return {
    path,
    meta: screen === undefined ? meta : { ...meta, screen },
    ...(children === undefined ? {} : { children }),
  }
}

const menus = [
  node('/goods', 1, undefined, [
    node('base', 2, undefined, [node('/goods/base/item', 3, 'list:item')]),
  ]),
]

describe('resolve', () => {
  const places = indexMenus(menus)

  it.each([
    ['/goods/base/item', 3, undefined],
    ['/goods/base/item/12', 3, 12],
    ['/goods/base/item/new', 3, 'new'],
    ['/goods/base', 2, undefined],
  ])('finds %s', (path, menu, record) => {
    const found = resolve(places, path)
    expect(found?.place.node.meta.menu_Id).toBe(menu)
    expect(found?.record).toBe(record)
  })

  it.each(['/goods/base/12', '/goods/base/item/x', '/other', '/goods/base/item/1/2'])(
    'knows nothing of %s',
    (path) => {
      expect(resolve(places, path)).toBeUndefined()
    },
  )

  it('leads from a group to its first leaf', () => {
    const place = places.get('/goods')
    expect(place && firstLeaf(place)).toBe('/goods/base/item')
  })
})

it.each(['http://a.example', 'https://a.example/x', 'mailto:a@b.example', 'tel:123'])(
  'lets %s leave the app',
  (path) => {
    expect(isExternal(path)).toBe(true)
    expect(indexMenus([node(path, 9)]).size).toBe(0)
  },
)

it.each(['httpx://a', '/http', '/tel:1', 'goods', 'telephone'])('keeps %s inside', (path) => {
  expect(isExternal(path)).toBe(false)
})
