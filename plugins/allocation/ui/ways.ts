import type { Stock } from './useWhy'

/** Where what blocks a stock is lifted, by the block; routes of the menu. */
const routes: Record<string, string> = {
  receiving: '/inbound/scan-shelve/no-order',
  apart: '/storage/replenishment/out-of-stock',
  position: '/storage/base/detail',
  area_of_other: '/storage/base/detail',
  held: '/storage/base/detail',
  lot: '/storage/operation/validity-adjust',
  expired: '/storage/base/detail',
  warehouse: '/storage/allocate/apply',
  quality: '/storage/base/detail',
}

/** The address of the screen on which a stock is freed; undefined where there is none. */
export function wayOut({ block, id }: Stock): string | undefined {
  const route = routes[block]
  if (route !== '/storage/base/detail') return route
  const where = JSON.stringify({ field: 'id', op: 'in', value: [id] })
  return `${route}?${new URLSearchParams({ where }).toString()}`
}
