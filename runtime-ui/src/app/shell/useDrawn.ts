import { useQueryClient } from '@tanstack/react-query'
import type { ScreenKind, ScreenMeta } from '../../data/screen'
import { keepsState, type Tab } from '../../page/tabs'

const most = 10 // pages whose nodes are there

/** Kinds that keep all that a person would miss; what a plugin or a wizard keeps, nobody knows. */
const kept: ReadonlySet<ScreenKind> = new Set<ScreenKind>([
  'list',
  'tree',
  'form',
  'document',
  'tool',
  'report',
  'board',
  'settings',
  'station',
])

/**
 * The pages that are drawn, in the order of the tabs: the one in view, those visited last, and
 * those that would lose something.
 */
export function useDrawn(tabs: Tab[], path: string): Tab[] {
  const queries = useQueryClient()
  const kindOf = (tab: Tab) => {
    const { menu_Id } = tab.destination.place.node.meta
    return queries.getQueryData<ScreenMeta>(['screen', menu_Id])?.kind
  }
  const mayRest = (tab: Tab) => {
    const kind = kindOf(tab)
    return kind !== undefined && kept.has(kind)
  }
  return drawnOf(tabs, path, mayRest)
}

/** Which of the tabs are drawn. */
export function drawnOf(tabs: Tab[], path: string, mayRest: (tab: Tab) => boolean): Tab[] {
  const alive = tabs.filter((tab) => tab.path === path || keepsState(tab.path))
  const latest = new Set([...alive].sort((a, b) => b.seen - a.seen).slice(0, most))
  return alive.filter((tab) => tab.path === path || latest.has(tab) || !mayRest(tab))
}
