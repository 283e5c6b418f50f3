import { describe, expect, it } from 'vitest'
import type { MenuNode } from '../data/app'
import { aliasOf, firstLeaf, indexMenus, isExternal, resolve } from './menus'

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
    node('base', 2, undefined, [
      node('/goods/base/item', 3, 'list:item'),
      node('/goods/base/label/{ids}', 4, 'print:item_label'),
    ]),
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

  it('leads from the ids of records to their paper', () => {
    expect(resolve(places, '/goods/base/label/7,12')?.paper).toBe('/print/base2/item_label/7,12')
    expect(resolve(places, '/goods/base/label/7,x')).toBeUndefined()
  })

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

describe('aliasOf', () => {
  // The pages of the portal as its specification writes them; the first area by another name.
  const spellings: [string, string[]][] = [
    [
      '/orders',
      [
        ...['/way/quotation', '/way/import', '/way/sfimport', '/way/import-quotation'],
        ...['/way/editor', '/way/bill', '/out/vsale-order-list', '/storage/product-search'],
        '/way/sorting-printer',
      ],
    ],
    [
      '/service',
      ['/base/idcard', '/service/claim', '/fee/balance', '/product/edit', '/product/info'],
    ],
    ['/account', ['/account/my', '/account/password', '/account/address']],
  ]
  const pages = spellings.flatMap(([area, paths]) =>
    paths.map((path) => [path, area + path] as const),
  )
  const places = indexMenus(
    spellings.map(([area, paths], n) =>
      node(
        area,
        n,
        undefined,
        paths.map((path) => node(area + path, 10, 'list:any')),
      ),
    ),
  )

  it.each(pages)('leads %s to %s', (path, address) => {
    expect(resolve(places, path)).toBeUndefined()
    expect(aliasOf(places, path)).toBe(address)
    expect(aliasOf(places, `${path}/12`)).toBe(`${address}/12`)
  })

  it('takes no number for a record of a page that is no area', () => {
    const home = indexMenus([node('/dashboard', 1, 'home:any')])
    expect(aliasOf(home, '/404')).toBeUndefined()
  })

  it.each(['/account', '/nothing', '/way', '/way/bill/x', '/'])('knows nothing of %s', (path) => {
    expect(aliasOf(places, path)).toBeUndefined()
  })
})
