import type { Grantable, Row } from '../../data/provider'

/** What a role holds: menu entries, and buttons as `<menu>.<code>`. */
export interface Grants {
  menus: ReadonlySet<number>
  buttons: ReadonlySet<string>
}

export const buttonKey = (menu: number, code: string) => `${menu}.${code}`

const linesOf = (role: Row, set: string) => (role[set] ?? []) as Row[]
const keyOfMenu = (line: Row) => Number(line.menu_id)
const keyOfButton = (line: Row) => buttonKey(Number(line.menu_id), String(line.button))

/** What the lines of a role grant. */
export function grantsOf(role: Row): Grants {
  return {
    menus: new Set(linesOf(role, 'menus').map(keyOfMenu)),
    buttons: new Set(linesOf(role, 'buttons').map(keyOfButton)),
  }
}

/** Grants or withdraws an entry with all that is below it; a grant brings its ancestors along. */
export function withEntry(
  grants: Grants,
  entries: Grantable[],
  id: number,
  granted: boolean,
): Grants {
  const menus = new Set(grants.menus)
  const buttons = new Set(grants.buttons)
  for (const entry of below(entries, id)) {
    if (granted) menus.add(entry.id)
    else menus.delete(entry.id)
    for (const { code } of entry.buttons) {
      if (granted) buttons.add(buttonKey(entry.id, code))
      else buttons.delete(buttonKey(entry.id, code))
    }
  }
  return { menus: granted ? withAncestors(menus, entries, id) : menus, buttons }
}

/** Grants or withdraws one button; a button brings its entry along. */
export function withButton(
  grants: Grants,
  entries: Grantable[],
  button: { menu: number; code: string },
  granted: boolean,
): Grants {
  const buttons = new Set(grants.buttons)
  const key = buttonKey(button.menu, button.code)
  if (!granted) {
    buttons.delete(key)
    return { menus: grants.menus, buttons }
  }
  buttons.add(key)
  return { menus: withAncestors(new Set(grants.menus), entries, button.menu), buttons }
}

/** The changes that made `to` of `from`, made to what somebody else has saved meanwhile. */
export function rebase(from: Grants, to: Grants, onto: Grants): Grants {
  return {
    menus: carried(from.menus, to.menus, onto.menus),
    buttons: carried(from.buttons, to.buttons, onto.buttons),
  }
}

function carried<T>(from: ReadonlySet<T>, to: ReadonlySet<T>, onto: ReadonlySet<T>): Set<T> {
  const added = [...to].filter((one) => !from.has(one))
  return new Set([...onto].filter((one) => !from.has(one) || to.has(one)).concat(added))
}

/** Whether two grant the same. */
export function same(a: Grants, b: Grants): boolean {
  return equal(a.menus, b.menus) && equal(a.buttons, b.buttons)
}

function equal<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): boolean {
  return a.size === b.size && [...a].every((one) => b.has(one))
}

/** The record to save: only the lines that come or go; the others are not mentioned and stay. */
export function changesOf(role: Row, grants: Grants) {
  const held = grantsOf(role)
  const gone = ({ id }: Row) => ({ id, _delete: true })
  return {
    id: role.id,
    version: role.version,
    menus: [
      ...linesOf(role, 'menus')
        .filter((line) => !grants.menus.has(keyOfMenu(line)))
        .map(gone),
      ...[...grants.menus].filter((id) => !held.menus.has(id)).map((id) => ({ menu_id: id })),
    ],
    buttons: [
      ...linesOf(role, 'buttons')
        .filter((line) => !grants.buttons.has(keyOfButton(line)))
        .map(gone),
      ...[...grants.buttons]
        .filter((key) => !held.buttons.has(key))
        .map((key) => {
          const [menu = '', code = ''] = key.split('.')
          return { menu_id: Number(menu), button: code }
        }),
    ],
  }
}

function below(entries: Grantable[], id: number): Grantable[] {
  const own = entries.filter((entry) => entry.id === id)
  const children = entries.filter((entry) => entry.parent === id)
  return [...own, ...children.flatMap((child) => below(entries, child.id))]
}

function withAncestors(menus: Set<number>, entries: Grantable[], id: number): Set<number> {
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  for (let entry = byId.get(id); entry !== undefined; entry = byId.get(entry.parent)) {
    menus.add(entry.id)
  }
  return menus
}
