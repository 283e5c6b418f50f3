import type { Row } from '../../data/rows'
import type { MakeMeta } from '../../data/screen'

/** The documents to be made of rows: one for each head that rows have in common. */
export function documentsOf(make: MakeMeta, rows: Row[]): Record<string, unknown>[] {
  const byHead = new Map<string, Record<string, unknown> & { lines: object[] }>()
  for (const row of rows) {
    const head = Object.fromEntries(make.takes.map((name) => [name, row[name] ?? null]))
    const key = JSON.stringify(head)
    const document = byHead.get(key) ?? { ...head, lines: [] }
    document.lines.push({ [make.field]: row.id })
    byHead.set(key, document)
  }
  return [...byHead.values()].map(({ lines, ...head }) => ({ ...head, [make.set]: lines }))
}
