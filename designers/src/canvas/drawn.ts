import type { OutlineNode } from '../outline/nodes'

/** The lists whose items a screen draws as fields and columns. */
const lists = ['fields', 'columns']

/** The parts of an object that its screen draws, by the field that each shows. */
export function drawnParts(root: OutlineNode): Map<string, OutlineNode> {
  const found = new Map<string, OutlineNode>()
  collect(root)
  return found

  function collect(node: OutlineNode) {
    for (const one of node.children) {
      const isDrawn = node.kind === 'list' && lists.includes(node.word) && one.kind === 'item'
      if (isDrawn && !found.has(one.word)) found.set(one.word, one)
      collect(one)
    }
  }
}
