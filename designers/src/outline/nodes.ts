import type { Json, JsonObject, Words } from '../../../runtime-ui/src/render'
import { asList, isObject, type Path } from '../draft/edit'
import { itemOf, keyOf, membersOf, roleOf, rootOf, type Place } from '../schema/schemas'

/** A part of an object in its outline. */
export interface OutlineNode {
  path: Path
  /** The same with items by their keys, as overlays and checks name it; '' is the object. */
  name: string
  kind: 'object' | 'list' | 'item' | 'part'
  /** Word of the metadata language; of an item what it is known by. */
  word: string
  title: Words | undefined
  /** Of an item: the member by which it is known in its list. */
  knownBy: string | undefined
  /** Of an item that is known by its place alone: what it says first, to tell it from the others. */
  says: { member: string; value: string } | undefined
  place: Place
  children: OutlineNode[]
}

/** The outline of an object: its lists, their items, its parts. Its own lists stand there when empty, too. */
export function outlineOf(kind: string, object: JsonObject): OutlineNode {
  const place = rootOf(kind)
  return {
    path: [],
    name: '',
    kind: 'object',
    word: kind,
    title: titleOf(object),
    knownBy: 'key',
    says: undefined,
    place,
    children: childrenOf(place, object, [], ''),
  }
}

function childrenOf(place: Place, value: JsonObject, path: Path, name: string): OutlineNode[] {
  return membersOf(place).flatMap((member): OutlineNode[] => {
    const role = roleOf(member)
    const inside = value[member.name]
    const here = {
      path: [...path, member.name],
      name: join(name, member.name),
      word: member.name,
      title: undefined,
      knownBy: undefined,
      says: undefined,
      place: member,
    }
    if (role === 'list') {
      if (inside === undefined && path.length > 0) return []
      const children = itemsOf(member, asList(inside), here.path, here.name)
      return [{ ...here, kind: 'list', children }]
    }
    if (role === 'value' || !isObject(inside)) return []
    const children = childrenOf(member, inside, here.path, here.name)
    return [{ ...here, kind: 'part', children }]
  })
}

function itemsOf(list: Place, items: Json[], path: Path, name: string): OutlineNode[] {
  const place = itemOf(list)
  return items.filter(isObject).map((item, i) => {
    const key = knownAs(item, keyOf(list))
    const known = key ?? String(i)
    const here = { path: [...path, i], name: join(name, known) }
    return {
      ...here,
      kind: 'item' as const,
      word: known,
      title: titleOf(item),
      knownBy: keyOf(list),
      says: key === undefined ? firstOf(item) : undefined,
      place,
      children: childrenOf(place, item, here.path, here.name),
    }
  })
}

function knownAs(item: JsonObject, key: string | undefined): string | undefined {
  const value = key === undefined ? undefined : item[key]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

/** The first member of an item with its value; a part or a list says nothing in a word. */
function firstOf(item: JsonObject): OutlineNode['says'] {
  const [first] = Object.entries(item)
  if (first === undefined) return undefined
  const [member, value] = first
  return { member, value: isObject(value) || Array.isArray(value) ? '' : String(value) }
}

export function titleOf(value: Json | undefined): Words | undefined {
  const title = isObject(value) ? value['title'] : undefined
  return isObject(title) ? (title as unknown as Words) : undefined
}

/** What a part is called: by its word, by its key, or, where it has none, by what it says. */
export function calledOf(
  { kind, word, says }: OutlineNode,
  of: string,
  member: (word: string, kind: string) => string,
): string {
  if (kind === 'list' || kind === 'part') return member(word, of)
  return says === undefined ? word : `${member(says.member, of)} ${says.value}`.trimEnd()
}

/** The node at a name; the object itself where there is none. */
export function find(root: OutlineNode, name: string): OutlineNode {
  const next = root.children.find((one) => one.name === name || name.startsWith(`${one.name}/`))
  return next === undefined ? root : find(next, name)
}

/** All nodes by their names. */
export function byName(root: OutlineNode): Map<string, OutlineNode> {
  const found = new Map<string, OutlineNode>()
  collect(root)
  return found

  function collect(node: OutlineNode) {
    found.set(node.name, node)
    node.children.forEach(collect)
  }
}

/** The parts that one passes on the way down to a name. */
export function wayTo(root: OutlineNode, name: string): string[] {
  const next = root.children.find((one) => one.name === name || name.startsWith(`${one.name}/`))
  return next === undefined ? [] : [next.name, ...wayTo(next, name)]
}

/** The names of a part's own lists and parts, which lie open with it. */
export function listsIn(node: OutlineNode): string[] {
  if (node.kind === 'object') return []
  return node.children
    .filter(({ kind }) => kind !== 'item')
    .flatMap((one) => [one.name, ...listsIn(one)])
}

const join = (name: string, step: string) => (name === '' ? step : `${name}/${step}`)
