import { describe, expect, it } from 'vitest'
import { found, heldThrough, nodesOf, sources, tally, type GrantNode } from './tree'

const entries = [
  { id: 1, parent: 0, title: 'System', hidden: false, rights: [], buttons: [] },
  {
    id: 11,
    parent: 1,
    title: 'Users',
    hidden: false,
    rights: ['user.read'],
    buttons: [
      { code: 'create', rights: ['user.create'] },
      { code: 'look', rights: ['user.read'] },
    ],
  },
  { id: 12, parent: 1, title: 'Roles', hidden: false, rights: ['role.read'], buttons: [] },
]
const nodes = nodesOf(entries)
const grants = {
  menus: new Set([1, 11]),
  buttons: new Set(['11.create']),
  whole: new Set<number>(),
}
const titles = (list: GrantNode[]): string[] =>
  list.flatMap((node) => [node.entry.title, ...titles(node.children)])
const search = (text: string, passes = () => true) =>
  titles(found(nodes, text, passes, ({ code }) => code))

it('counts what is held of all below an entry', () => {
  expect(nodes.map((node) => tally(node, grants))).toEqual([{ held: 2, all: 4 }])
})

describe('search', () => {
  it.each([
    ['a title', 'rol', ['System', 'Roles']],
    ['a button', 'CREATE', ['System', 'Users']],
    ['a number', '12', ['System', 'Roles']],
    ['a group with all below it', 'system', ['System', 'Users', 'Roles']],
    ['nothing', 'zebra', []],
  ])('finds by %s', (_name, text, want) => {
    expect(search(text)).toEqual(want)
  })

  it('leaves out what does not pass', () => {
    expect(search('', () => false)).toEqual([])
  })
})

it('names the entries that give a right already', () => {
  const by = sources(entries, grants)
  expect(heldThrough(['user.read'], by)).toEqual(['Users'])
  expect(heldThrough(['user.read', 'role.read'], by)).toEqual([])
  expect(heldThrough([], by)).toEqual([])
})
