import type { OutlineNode } from '../outline/nodes'

/** The lists whose items a screen draws as fields and columns. */
const lists = ['fields', 'columns']
const apart = ['lines', 'related']

/**
 * The parts of an object that its screen draws, by the field that each shows; columns of lines and
 * of lists beside a record may show fields of the same name, and are left out.
 */
export function drawnParts(root: OutlineNode): Map<string, OutlineNode> {
  const found = new Map<string, OutlineNode>()
  collect(root)
  return found

  function collect(node: OutlineNode) {
    for (const one of node.children) {
      const isDrawn = node.kind === 'list' && lists.includes(node.word) && one.kind === 'item'
      if (isDrawn && !found.has(one.word)) found.set(one.word, one)
      if (!apart.includes(one.word) || one.kind !== 'list') collect(one)
    }
  }
}
