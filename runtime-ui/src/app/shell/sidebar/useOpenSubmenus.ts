import { useState } from 'react'
import type { MenuNode } from '../../../data/app'
import { addressOf, type Place } from '../../../page/menus'

/** Opening a submenu closes those that are not above it. */
export function useOpenSubmenus(menus: MenuNode[], place: Place | undefined) {
  const above = place === undefined ? [] : ancestorsOf(menus, place.path)
  const [chosen, setChosen] = useState<{ at: string | undefined; keys: string[] }>()
  const openKeys = chosen !== undefined && chosen.at === place?.path ? chosen.keys : above
  return {
    openKeys,
    onOpenChange: (keys: string[]) => {
      const opened = keys.find((key) => !openKeys.includes(key))
      const next = opened === undefined ? keys : [...ancestorsOf(menus, opened), opened]
      setChosen({ at: place?.path, keys: next })
    },
  }
}

function ancestorsOf(nodes: MenuNode[], path: string, base = ''): string[] {
  for (const node of nodes) {
    const own = addressOf(node, base)
    if (own === path) return []
    const children = node.children ?? []
    const below = ancestorsOf(children, path, own)
    if (below.length > 0 || children.some((child) => addressOf(child, own) === path)) {
      return [own, ...below]
    }
  }
  return []
}
