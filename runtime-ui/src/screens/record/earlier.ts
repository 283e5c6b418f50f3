import type { Earlier, Left } from '../../data/act'
import type { Row } from '../../data/rows'
import type { FieldMeta, TableMeta } from '../../data/screen'
import { newUuid } from '../../data/random'
import type { FieldLabel, NamedRecord } from '../../fields/kit'
import { asText } from '../../format/plain'
import type { RecordMeta } from './parts'
import { remember, type Line, type RecordStore } from './recordStore'

/** What records are called, by `table id`. */
export type Labels = Map<string, string>

/** Lays an earlier state into the form, for a person to see and to save. */
export function layEarlier(store: RecordStore, meta: RecordMeta, earlier: Earlier, labels: Labels) {
  const { record } = earlier
  const sets = Object.keys(store.getState().lines).filter((set) => Array.isArray(record[set]))
  remember(store)
  store.setState(({ values, lines }) => {
    const next = { ...lines }
    for (const set of sets) {
      const table = meta.tables[meta.form.lines.find((grid) => grid.set === set)?.table ?? '']
      next[set] = laid(lines[set] ?? [], record[set] as Row[], table, labels)
    }
    const head = Object.entries(record).filter(
      ([name]) => !sets.includes(name) && name !== 'id' && name !== 'version',
    )
    return {
      values: { ...values, ...named(Object.fromEntries(head), meta.table, labels) },
      lines: next,
      errors: {},
      dirty: true,
      editing: true,
    }
  })
}

function laid(lines: Line[], given: Row[], table: TableMeta | undefined, labels: Labels): Line[] {
  const known = lines.map((line) => {
    const change = given.find(({ id }) => id === line.values.id)
    if (change === undefined) return line
    if (change['_delete'] === true) return { ...line, removed: true }
    return { ...line, values: { ...line.values, ...named(change, table, labels) } }
  })
  const back = given.filter((row) => !('id' in row))
  const added = back.map((row): Line => ({
    key: newUuid(),
    values: { ...named(row, table, labels), id: 0 },
    removed: false,
  }))
  return [...known, ...added]
}

/** Values with the words for the records that they refer to. */
function named(row: object, table: TableMeta | undefined, labels: Labels) {
  const words = Object.entries(row).map(([name, value]) => {
    const field = table?.fields.find(({ key }) => key === name)
    return [`${name}__label`, labelOf(field, value, labels)]
  })
  return { ...row, ...(Object.fromEntries(words) as Record<string, FieldLabel | undefined>) }
}

function labelOf(field: FieldMeta | undefined, value: unknown, labels: Labels) {
  const { to } = field ?? {}
  if (to === undefined) return undefined
  const word = (id: unknown) => labels.get(`${to} ${asText(id)}`) ?? asText(id)
  if (!Array.isArray(value)) return word(value)
  return value.map((id: number): NamedRecord => ({ id, _label: word(id) }))
}

/** What stays as it is, by the names that people know, with the reason. */
export function leftOver(left: Left[], meta: RecordMeta, why: (reason: Left['why']) => string) {
  const names = left.map(({ set, field, why: reason }) => {
    const grid = meta.form.lines.find((one) => one.set === set)
    const table = set === undefined ? meta.table : meta.tables[grid?.table ?? '']
    const title = table?.fields.find(({ key }) => key === field)?.title ?? grid?.title ?? set ?? ''
    return `${title} (${why(reason)})`
  })
  return [...new Set(names)].join(', ')
}
