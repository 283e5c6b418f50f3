import type { Grantable } from '../../data/rights'
import { buttonKey, type Grants } from './grants'

/** An entry with the entries below it. */
export interface GrantNode {
  entry: Grantable
  children: GrantNode[]
}

export function nodesOf(entries: Grantable[]): GrantNode[] {
  const nodes = new Map(entries.map((entry) => [entry.id, { entry, children: [] as GrantNode[] }]))
  const top: GrantNode[] = []
  for (const node of nodes.values()) {
    const parent = nodes.get(node.entry.parent)
    if (parent === undefined) top.push(node)
    else parent.children.push(node)
  }
  return top
}

/** How many of an entry's parts, and of those below it, there are and are held. */
export interface Tally {
  held: number
  all: number
}

export function tally({ entry, children }: GrantNode, grants: Grants): Tally {
  const leaf = children.length === 0
  const buttons = entry.buttons.filter(({ code }) => grants.buttons.has(buttonKey(entry.id, code)))
  const sum = {
    held: buttons.length + (leaf && grants.menus.has(entry.id) ? 1 : 0),
    all: entry.buttons.length + (leaf ? 1 : 0),
  }
  for (const child of children) {
    const part = tally(child, grants)
    sum.held += part.held
    sum.all += part.all
  }
  return sum
}

/** Which entries are shown. */
export type Shown = 'all' | 'granted' | 'not_granted'

/**
 * The tree with only what a search finds by title, number or button, and what is shown of it. An
 * entry that is found keeps all that is below it; the way to what is found stays.
 */
export function found(
  nodes: GrantNode[],
  search: string,
  passes: (node: GrantNode) => boolean,
  wordOf: (button: Grantable['buttons'][number]) => string,
): GrantNode[] {
  const wanted = search.trim().toLowerCase()
  const names = ({ entry }: GrantNode) =>
    [entry.title, String(entry.id), ...entry.buttons.map(wordOf)].some((text) =>
      text.toLowerCase().includes(wanted),
    )
  const keep = (node: GrantNode, inside: boolean): GrantNode[] => {
    const hit = inside || names(node)
    const children = node.children.flatMap((child) => keep(child, hit))
    const leaf = node.children.length === 0
    return children.length > 0 || (leaf && hit && passes(node)) ? [{ ...node, children }] : []
  }
  return nodes.flatMap((node) => keep(node, false))
}

/** Rights by the titles of what is ticked and grants them. */
export function sources(entries: Grantable[], grants: Grants): Map<string, Set<string>> {
  const by = new Map<string, Set<string>>()
  const add = (rights: string[], title: string) => {
    for (const right of rights) by.set(right, (by.get(right) ?? new Set()).add(title))
  }
  for (const entry of entries) {
    if (grants.menus.has(entry.id)) add(entry.rights, entry.title)
    for (const { code, rights } of entry.buttons) {
      if (grants.buttons.has(buttonKey(entry.id, code))) add(rights, entry.title)
    }
  }
  return by
}

/** The entries that give all these rights already; none when one of them is lacking. */
export function heldThrough(rights: string[], by: Map<string, Set<string>>): string[] {
  if (rights.length === 0 || rights.some((right) => !by.has(right))) return []
  return [...new Set(rights.flatMap((right) => [...(by.get(right) ?? [])]))]
}
