import type { Json, JsonObject } from '../../../runtime-ui/src/render'
import { asList, at, insert, move, put, take, wordOf } from '../draft/edit'
import { freeName, namesOf, nextNumber } from '../draft/names'
import type { OutlineNode } from '../outline/nodes'
import { itemOf, keyOf, membersOf, roleOf, type Member, type Place } from '../schema/schemas'

/** What can be done with a part as a whole; what is not possible is undefined. */
export interface Parts {
  remove: (() => void) | undefined
  up: (() => void) | undefined
  down: (() => void) | undefined
  /** Parts that can be added to it. */
  adds: { name: string; add: () => void }[]
}

interface PartsOf {
  object: JsonObject
  node: OutlineNode
  edit: (next: JsonObject) => void
  choose: (name: string) => void
}

/** The commands of the chosen part; the keyboard has them as buttons. */
export function useParts({ object, node, edit, choose }: PartsOf): Parts {
  const index = node.path.at(-1)
  const list = node.path.slice(0, -1)
  const parent = node.name.split('/').slice(0, -1).join('/')
  if (node.kind === 'list') {
    const name = node.word
    return { remove: undefined, up: undefined, down: undefined, adds: [adder(name, node.place)] }
  }
  const adds = membersOf(node.place).flatMap((member) => addOf(member))
  if (typeof index !== 'number') {
    const remove = () => {
      edit(put(object, node.path, undefined))
      choose(parent)
    }
    return {
      remove: node.kind === 'part' ? remove : undefined,
      up: undefined,
      down: undefined,
      adds,
    }
  }
  const last = asList(at(object, list)).length - 1
  return {
    remove: () => {
      edit(take(object, list, index))
      choose(parent)
    },
    up: index > 0 ? shift(-1) : undefined,
    down: index < last ? shift(1) : undefined,
    adds,
  }

  function shift(by: number) {
    return () => {
      edit(move(object, list, Number(index), Number(index) + by))
    }
  }

  /** Absent lists and parts; those that are there have their own place in the outline. */
  function addOf(member: Member): Parts['adds'] {
    const role = roleOf(member)
    if (role === 'value') return []
    const path = [...node.path, member.name]
    if (role === 'list') return [adder(member.name, member, path)]
    if (at(object, path) !== undefined) return []
    const name = join(node.name, member.name)
    return [
      {
        name: member.name,
        add: () => {
          edit(put(object, path, emptyOf(member)))
          choose(name)
        },
      },
    ]
  }

  function adder(name: string, member: Place, path = node.path): Parts['adds'][number] {
    return {
      name,
      add: () => {
        const items = asList(at(object, path))
        const item = newItem(member, items)
        edit(insert(object, path, items.length, item))
        const within = node.kind === 'list' ? node.name : join(node.name, name)
        const known = keyOf(member)
        choose(`${within}/${known === undefined ? items.length : wordOf(item[known])}`)
      },
    }
  }
}

const join = (name: string, step: string) => (name === '' ? step : `${name}/${step}`)

/** The site's own names begin so: they never meet one that is shipped later. */
export const own = 'x_'

/** An item that is as little as the schema allows, under a name that no other has. */
export function newItem(list: Place, others: Json[]): JsonObject {
  const item = emptyOf(itemOf(list))
  const key = keyOf(list)
  if (key === undefined) return item
  const taken = namesOf(others, key)
  const isNumber = itemOf(list).schema.properties?.[key]?.type === 'integer'
  return { ...item, [key]: isNumber ? nextNumber(taken) : freeName(taken, `${own}new`, 1) }
}

function emptyOf(place: Place): JsonObject {
  const required = membersOf(place).filter((member) => member.required)
  return Object.fromEntries(required.map((member) => [member.name, valueOf(member)]))
}

const unnamed = { zh: '新建', en: 'New', es: 'Nuevo' }

function valueOf(member: Member): Json {
  const { type, enum: choices } = member.schema
  if (member.of === 'text') return unnamed
  if (choices !== undefined) return choices[0] ?? ''
  switch (type) {
    case 'boolean':
      return false
    case 'integer':
    case 'number':
      return member.schema.minimum ?? 0
    case 'array':
      return []
    case 'object':
      return emptyOf(member)
    default:
      return ''
  }
}
