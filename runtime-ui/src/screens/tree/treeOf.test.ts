import { expect, it } from 'vitest'
import { treeOf } from './treeOf'

it('puts rows below their parents and keeps those without one on top', () => {
  const rows = [
    { id: 1, parent_id: null },
    { id: 2, parent_id: 1 },
    { id: 3, parent_id: 2 },
    { id: 4, parent_id: 99 },
  ]
  const ids = (nodes: ReturnType<typeof treeOf>): unknown[] =>
    nodes.map(({ id, children = [] }) => [id, ids(children)])
  expect(ids(treeOf(rows, 'parent_id'))).toEqual([
    [1, [[2, [[3, []]]]]],
    [4, []],
  ])
})
