import { expect, test } from 'vitest'
import { diagramOf, sizes } from './diagram'

const document = {
  states: ['new', 'audited', 'picked', 'shipped', 'void'].map((key) => ({ key })),
  actions: [
    { key: 'audit', from: ['new'], to: 'audited' },
    { key: 'pick', from: ['audited'], to: 'picked' },
    { key: 'ship', from: ['picked'], to: 'shipped' },
    { key: 'ship_at_once', from: ['audited', 'new'], to: 'shipped' },
    { key: 'back', from: ['picked'], to: 'new' },
    { key: 'reopen', from: ['picked'], to: 'new' },
    { key: 'cancel', from: ['new', 'audited'], to: 'void' },
    { key: 'note', from: ['new'] },
    { key: 'lost', from: ['nowhere'], to: 'void' },
  ],
}

test('states stand in the order in which actions lead from one to the next', () => {
  const { nodes } = diagramOf(document)
  const x = new Map(nodes.map((node) => [node.key, node.x]))
  const ofWay = ['new', 'audited', 'picked', 'shipped'].map((key) => x.get(key) ?? 0)
  expect(ofWay).toEqual(ofWay.toSorted((a, b) => a - b))
  expect(x.get('void')).toBe(x.get('picked'))
})

test('no two states lie on each other', () => {
  const { nodes } = diagramOf(document)
  for (const a of nodes)
    for (const b of nodes)
      expect(
        a === b || Math.abs(a.x - b.x) >= sizes.width || Math.abs(a.y - b.y) >= sizes.height,
      ).toBe(true)
})

test('actions between the same states share a way, what leads nowhere has none', () => {
  const { edges } = diagramOf(document)
  expect(edges.find(({ from, to }) => from === 'picked' && to === 'new')?.actions).toEqual([
    'back',
    'reopen',
  ])
  expect(edges.flatMap(({ actions }) => actions)).not.toContain('note')
  expect(edges.flatMap(({ actions }) => actions)).not.toContain('lost')
})

test('what passes a state goes above it, what leads back below, and words lie apart', () => {
  const { nodes, edges, width, height } = diagramOf(document)
  const top = Math.min(...nodes.map(({ y }) => y))
  const bottom = Math.max(...nodes.map(({ y }) => y + sizes.height))
  const label = (from: string, to: string) =>
    edges.find((edge) => edge.from === from && edge.to === to)?.label ?? { x: 0, y: 0 }
  expect(label('new', 'shipped').y).toBeLessThan(top)
  expect(label('picked', 'new').y).toBeGreaterThan(bottom)
  const places = edges.map(({ label: { x, y } }) => `${Math.round(x / 40)} ${Math.round(y / 12)}`)
  expect(new Set(places).size).toBe(places.length)
  for (const { label: one } of edges) {
    expect(one.x > 0 && one.x < width).toBe(true)
    expect(one.y > 0 && one.y < height).toBe(true)
  }
})

test('a document without states is an empty drawing', () => {
  expect(diagramOf({})).toMatchObject({ nodes: [], edges: [] })
})
