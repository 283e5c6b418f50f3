import type { Row } from '../../data/rows'

export type TreeRow = Row & { children?: TreeRow[] }

/** Puts rows below the rows that they name; those whose parent is not among them stand on top. */
export function treeOf(rows: Row[], parentField: string): TreeRow[] {
  const nodes = new Map<number, TreeRow>(rows.map((row) => [row.id, { ...row }]))
  const roots: TreeRow[] = []
  for (const node of nodes.values()) {
    const parent = nodes.get(Number(node[parentField]))
    if (parent === undefined || parent === node) roots.push(node)
    else parent.children = [...(parent.children ?? []), node]
  }
  return roots
}
