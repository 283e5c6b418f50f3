import type { Grantable } from '../../data/rights'
import type { Row } from '../../data/rows'

/** What a role or a person holds: menu entries, and buttons as `<menu>.<code>`. */
export interface Grants {
  menus: ReadonlySet<number>
  buttons: ReadonlySet<string>
  whole: ReadonlySet<number> // entries with all that will come below them
}

export const buttonKey = (menu: number, code: string) => `${menu}.${code}`

const linesOf = (role: Row, set: string) => (role[set] ?? []) as Row[]
const keyOfMenu = (line: Row) => Number(line.menu_id)
const keyOfButton = (line: Row) => buttonKey(Number(line.menu_id), String(line.button))

/** What the lines of a role grant; an entry granted as a whole stands for all below it. */
export function grantsOf(role: Row, entries: Grantable[]): Grants {
  const whole = new Set(
    linesOf(role, 'menus')
      .filter((line) => line.whole === true)
      .map(keyOfMenu),
  )
  const plain: Grants = {
    menus: new Set(linesOf(role, 'menus').map(keyOfMenu)),
    buttons: new Set(linesOf(role, 'buttons').map(keyOfButton)),
    whole,
  }
  return [...whole].reduce((grants, id) => withEntry(grants, entries, id, true), plain)
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
  if (granted) return { ...grants, menus: withAncestors(menus, entries, id), buttons }
  return { menus, buttons, whole: inParts(grants.whole, entries, id) }
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
    return { ...grants, buttons, whole: inParts(grants.whole, entries, button.menu) }
  }
  buttons.add(key)
  const menus = withAncestors(new Set(grants.menus), entries, button.menu)
  return { ...grants, menus, buttons }
}

/** Grants an entry with all that will come below it, or only what is there now. */
export function withWhole(grants: Grants, entries: Grantable[], id: number, on: boolean): Grants {
  const whole = new Set(grants.whole)
  if (!on) {
    whole.delete(id)
    return { ...grants, whole }
  }
  return { ...withEntry(grants, entries, id, true), whole: whole.add(id) }
}

/** What is still whole once a part below an entry, or the entry, is withdrawn. */
function inParts(whole: ReadonlySet<number>, entries: Grantable[], id: number): Set<number> {
  const broken = withAncestors(new Set(below(entries, id).map((entry) => entry.id)), entries, id)
  return new Set([...whole].filter((one) => !broken.has(one)))
}

/** The changes that made `to` of `from`, made to what somebody else has saved meanwhile. */
export function rebase(from: Grants, to: Grants, onto: Grants): Grants {
  return {
    menus: carried(from.menus, to.menus, onto.menus),
    buttons: carried(from.buttons, to.buttons, onto.buttons),
    whole: carried(from.whole, to.whole, onto.whole),
  }
}

function carried<T>(from: ReadonlySet<T>, to: ReadonlySet<T>, onto: ReadonlySet<T>): Set<T> {
  const added = [...to].filter((one) => !from.has(one))
  return new Set([...onto].filter((one) => !from.has(one) || to.has(one)).concat(added))
}

/** Whether two grant the same. */
export function same(a: Grants, b: Grants): boolean {
  return equal(a.menus, b.menus) && equal(a.buttons, b.buttons) && equal(a.whole, b.whole)
}

function equal<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): boolean {
  return a.size === b.size && [...a].every((one) => b.has(one))
}

/** What the lines of a role, or of a person, are to say. */
type Wanted = Map<string, Record<string, unknown>>

/** The role to save: only the lines that change; the others are not mentioned and stay. */
export function changesOf(role: Row, grants: Grants) {
  const menus: Wanted = new Map(
    [...grants.menus].map((id) => [String(id), { menu_id: id, whole: grants.whole.has(id) }]),
  )
  const buttons: Wanted = new Map([...grants.buttons].map((key) => [key, buttonLine(key)]))
  return saved(role, menus, buttons)
}

/** The person to save: what he has beyond his roles, and what of theirs is taken away. */
export function ownChangesOf(person: Row, byRoles: Grants, grants: Grants) {
  const menus: Wanted = new Map()
  for (const id of new Set([...grants.menus, ...byRoles.menus])) {
    const whole = grants.whole.has(id) && !byRoles.whole.has(id)
    const has = grants.menus.has(id)
    if (has !== byRoles.menus.has(id) || whole)
      menus.set(String(id), { menu_id: id, whole, withdrawn: !has })
  }
  const buttons: Wanted = new Map()
  for (const key of new Set([...grants.buttons, ...byRoles.buttons])) {
    const has = grants.buttons.has(key)
    if (has !== byRoles.buttons.has(key)) buttons.set(key, { ...buttonLine(key), withdrawn: !has })
  }
  return saved(person, menus, buttons)
}

/** What a person holds: that of his roles, more of his own, less what is taken away. */
export function ownGrantsOf(person: Row, byRoles: Grants, entries: Grantable[]): Grants {
  const is = (withdrawn: boolean) => (line: Row) => (line.withdrawn === true) === withdrawn
  const given = (set: string) => linesOf(person, set).filter(is(false))
  const own = grantsOf({ id: 0, menus: given('menus'), buttons: given('buttons') }, entries)
  const left = linesOf(person, 'menus')
    .filter(is(true))
    .reduce(
      (grants, line) => withEntry(grants, entries, keyOfMenu(line), false),
      union([byRoles, own]),
    )
  const taken = new Set(linesOf(person, 'buttons').filter(is(true)).map(keyOfButton))
  return { ...left, buttons: new Set([...left.buttons].filter((key) => !taken.has(key))) }
}

/** What any of them holds. */
export function union(all: Grants[]): Grants {
  return {
    menus: new Set(all.flatMap(({ menus }) => [...menus])),
    buttons: new Set(all.flatMap(({ buttons }) => [...buttons])),
    whole: new Set(all.flatMap(({ whole }) => [...whole])),
  }
}

function buttonLine(key: string) {
  const [menu = '', code = ''] = key.split('.')
  return { menu_id: Number(menu), button: code }
}

function saved(holder: Row, menus: Wanted, buttons: Wanted) {
  return {
    id: holder.id,
    version: holder.version,
    menus: lines(linesOf(holder, 'menus'), (line) => String(keyOfMenu(line)), menus),
    buttons: lines(linesOf(holder, 'buttons'), keyOfButton, buttons),
  }
}

/** The lines that go, those that say something else, and the new ones. */
function lines(stored: Row[], keyOf: (line: Row) => string, wanted: Wanted) {
  const held = new Set(stored.map(keyOf))
  return [
    ...stored.flatMap((line) => {
      const want = wanted.get(keyOf(line))
      if (want === undefined) return [{ id: line.id, _delete: true }]
      const says = (name: string) => line[name] === true
      const other = ['whole', 'withdrawn'].filter(
        (name) => name in want && says(name) !== want[name],
      )
      if (other.length === 0) return []
      return [{ id: line.id, ...Object.fromEntries(other.map((name) => [name, want[name]])) }]
    }),
    ...[...wanted].filter(([key]) => !held.has(key)).map(([, line]) => line),
  ]
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
