import type { Change } from '../../data/act'
import type { DataProvider } from '../../data/provider'
import type { TableMeta } from '../../data/screen'
import type { RecordMeta } from './parts'

/** A record's changes, and what the records are called that they mention, by `table id`. */
export interface Told {
  changes: Change[]
  labels: Map<string, string>
}

const idsAtOnce = 500

/** The changes of a record, newest first, with one question per table that they mention. */
export async function historyOf(
  data: DataProvider,
  { table, tables, form }: Pick<RecordMeta, 'table' | 'tables' | 'form'>,
  id: number,
  signal: AbortSignal,
): Promise<Told> {
  const changes = await data.history(table.key, id, signal)
  const labels = new Map<string, string>()
  const found = new Map<string, Set<number>>()
  mention(found, changes, table)
  for (const { set, table: key } of form.lines) {
    const lines = changes.flatMap((change) => change.lines ?? []).filter((one) => one.set === set)
    const of = tables[key]
    if (of !== undefined) mention(found, lines, of)
  }
  for (const [to, ids] of found) {
    const value = [...ids].slice(0, idsAtOnce)
    const query = { filter: { field: 'id', op: 'in' as const, value }, size: idsAtOnce }
    // Who may not look a record up reads its number.
    const { rows } = await data.query(to, query, signal).catch(() => ({ rows: [] }))
    for (const row of rows) labels.set(`${to} ${row.id}`, row._label ?? String(row.id))
  }
  return { changes, labels }
}

function mention(
  found: Map<string, Set<number>>,
  changes: Pick<Change, 'changes'>[],
  { fields }: TableMeta,
) {
  for (const { key, to } of fields) {
    if (to === undefined) continue
    const values = changes.flatMap((change) => change.changes[key] ?? []).flat()
    const ids = values.filter((value) => typeof value === 'number')
    if (ids.length > 0) found.set(to, new Set([...(found.get(to) ?? []), ...ids]))
  }
}
