import { expect, it } from 'vitest'
import { flowDiagram } from './flowDiagram'

it('draws a step beside the one that leads to it, and the end behind all', () => {
  const { nodes, edges } = flowDiagram({
    flow: 'f',
    steps: [
      { key: 'a', kind: 'scan', to: ['b'], buttons: [{ code: 'skip', to: ['done'] }] },
      { key: 'b', kind: 'qty', to: ['done'], buttons: [{ code: 'back', to: ['a'] }] },
    ],
  })
  expect(nodes.map(({ key }) => key)).toEqual(['a', 'b', 'done'])
  expect(edges.map(({ from, to, actions }) => [from, to, ...actions])).toEqual([
    ['a', 'b', ''],
    ['a', 'done', 'skip'],
    ['b', 'a', 'back'],
    ['b', 'done', ''],
  ])
})

it('is nothing for a flow that does not say what it does', () => {
  expect(flowDiagram({ flow: 'f' }).edges).toEqual([])
})
