import type { Grantable } from '../../data/provider'

/** What a role holds: menu entries, and buttons as `<menu>.<code>`. */
export interface Grants {
  menus: Set<number>
  buttons: Set<string>
}

export const buttonKey = (menu: number, code: string) => `${menu}.${code}`

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

/** Grants or withdraws an entry with all that is below it; a grant brings its ancestors along. */
export function withEntry(
  grants: Grants,
  entries: Grantable[],
  id: number,
  granted: boolean,
): Grants {
  const next = { menus: new Set(grants.menus), buttons: new Set(grants.buttons) }
  for (const entry of below(entries, id)) {
    if (granted) next.menus.add(entry.id)
    else next.menus.delete(entry.id)
    for (const { code } of entry.buttons) {
      const key = buttonKey(entry.id, code)
      if (granted) next.buttons.add(key)
      else next.buttons.delete(key)
    }
  }
  if (granted) addAncestors(next, entries, id)
  return next
}

/** Grants or withdraws one button; a button brings its entry along. */
export function withButton(
  grants: Grants,
  entries: Grantable[],
  button: { menu: number; code: string },
  granted: boolean,
): Grants {
  const next = { menus: new Set(grants.menus), buttons: new Set(grants.buttons) }
  const key = buttonKey(button.menu, button.code)
  if (!granted) {
    next.buttons.delete(key)
    return next
  }
  next.buttons.add(key)
  next.menus.add(button.menu)
  addAncestors(next, entries, button.menu)
  return next
}

function below(entries: Grantable[], id: number): Grantable[] {
  const own = entries.filter((entry) => entry.id === id)
  const children = entries.filter((entry) => entry.parent === id)
  return [...own, ...children.flatMap((child) => below(entries, child.id))]
}

function addAncestors(grants: Grants, entries: Grantable[], id: number) {
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  for (let entry = byId.get(id); entry !== undefined; entry = byId.get(entry.parent)) {
    grants.menus.add(entry.id)
  }
}
