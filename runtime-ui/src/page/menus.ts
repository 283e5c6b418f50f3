import type { MenuNode } from '../data/app'

/** A menu entry with its whole address and what stands above it. */
export interface Place {
  path: string
  node: MenuNode
  trail: MenuNode[] // from the top, without itself
}

/** Where an address leads: a screen, one record of it, or records on paper. */
export interface Destination {
  place: Place
  record: number | 'new' | undefined
  /** Of a print: the address of the page of paper. */
  paper?: string
}

/** All entries of the menus by their address. */
export function indexMenus(menus: MenuNode[]): Map<string, Place> {
  const places = new Map<string, Place>()
  const visit = (nodes: MenuNode[], base: string, trail: MenuNode[]) => {
    for (const node of nodes) {
      if (isExternal(node.path)) continue
      const path = addressOf(node, base)
      places.set(path, { path, node, trail })
      visit(node.children ?? [], path, [...trail, node])
    }
  }
  visit(menus, '', [])
  return places
}

/** True for an address that leaves the app. */
export function isExternal(path: string): boolean {
  return /^(https?|mailto|tel):/.test(path)
}

/** An entry's address; a path without a leading slash stands below its parent's. */
export function addressOf(node: MenuNode, base: string): string {
  return node.path.startsWith('/') || isExternal(node.path) ? node.path : `${base}/${node.path}`
}

/** The entries that are drawn: hidden ones have a route only. */
export function visibleChildren(node: MenuNode): MenuNode[] {
  return (node.children ?? []).filter((child) => child.hidden !== true)
}

/** The destination of an address, or undefined when it is not granted. */
export function resolve(places: Map<string, Place>, path: string): Destination | undefined {
  const place = places.get(path)
  if (place !== undefined) return { place, record: undefined }
  const [, base = '', last = ''] = /^(.*)\/([^/]+)$/.exec(path) ?? []
  const print = places.get(`${base}/{ids}`)
  if (print !== undefined) return paperOf(print, last)
  const owner = places.get(base)
  if (owner === undefined || isGroup(owner.node)) return undefined
  if (last === 'new') return { place: owner, record: 'new' }
  return /^\d{1,16}$/.test(last) ? { place: owner, record: Number(last) } : undefined
}

/** An entry whose address carries the ids of records leads to the page of paper of its template. */
function paperOf(place: Place, ids: string): Destination | undefined {
  const [kind, template] = place.node.meta.screen?.split(':') ?? []
  if (kind !== 'print' || template === undefined || !/^\d{1,16}(,\d{1,16})*$/.test(ids)) {
    return undefined
  }
  return { place, record: undefined, paper: `/print/base2/${template}/${ids}` }
}

/**
 * The address that the portal's specification also writes without its area: /account/my is
 * /account/account/my, /way/bill is /inbound/way/bill. Undefined where no area has it.
 */
export function aliasOf(places: Map<string, Place>, path: string): string | undefined {
  return [...places.values()]
    .filter(({ node, trail }) => trail.length === 0 && isGroup(node))
    .map((area) => area.path + path)
    .find((address) => {
      const found = resolve(places, address)
      return found !== undefined && !isGroup(found.place.node)
    })
}

/** True for an entry that only holds others. */
export function isGroup(node: MenuNode): boolean {
  return node.meta.screen === undefined && (node.children ?? []).length > 0
}

/** Where a group's own address leads: its redirect, or its first leaf. */
export function firstLeaf(place: Place): string | undefined {
  const [first] = visibleChildren(place.node)
  if (place.node.redirect !== undefined) return place.node.redirect
  if (first === undefined) return undefined
  const path = addressOf(first, place.path)
  const trail = [...place.trail, place.node]
  return isGroup(first) ? firstLeaf({ path, node: first, trail }) : path
}
