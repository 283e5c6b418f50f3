import { evaluate, holds } from '../../expression/evaluate'
import { spell } from '../../expression/value'
import { Decimal } from '../../expression/decimal'
import type { FieldMeta, Tree } from '../../data/screen'
import type { Row } from '../../data/rows'
import type { RecordState } from './recordStore'

type Edited = Pick<RecordState, 'base' | 'values' | 'lines'>

/** What a condition says of the record being edited; `unsure` where only the server can tell. */
export function judge(tree: Tree | undefined, record: Edited, unsure: boolean, value?: unknown) {
  if (tree === undefined) return unsure
  try {
    return holds(tree, { vars: { ...varsOf(record), value } })
  } catch {
    return unsure
  }
}

/** What an expression says of the record as it stands; undefined where only the server can tell. */
export function valueIn(tree: Tree, record: Edited): unknown {
  try {
    const value = evaluate(tree, { vars: varsOf(record) })
    return value instanceof Decimal ? Number(spell(value)) : (value ?? undefined)
  } catch {
    return undefined
  }
}

/** Values that a new record begins with; defaults that the browser cannot compute come on saving. */
export function defaultValues(fields: FieldMeta[]): Row {
  const record: Edited = { base: { id: 0 }, values: { id: 0 }, lines: {} }
  const found = fields.flatMap(({ key, default: tree }) => {
    const value = tree === undefined ? undefined : defaultValue(tree, record)
    return value === undefined ? [] : [[key, value] as const]
  })
  return { id: 0, ...Object.fromEntries(found) }
}

/** What an action is asked to do when nobody changes it. */
export function defaultParams(fields: FieldMeta[]): Record<string, unknown> {
  const values: Record<string, unknown> = { ...defaultValues(fields) }
  delete values['id']
  return values
}

function defaultValue(tree: Tree, record: Edited): unknown {
  try {
    const value = evaluate(tree, { vars: varsOf(record) })
    if (value instanceof Decimal) return Number(spell(value))
    return value instanceof Date ? value.toISOString() : (value ?? undefined)
  } catch {
    return undefined
  }
}

/** The names that expressions of a record may use. */
function varsOf({ base, values, lines }: Edited): Record<string, unknown> {
  const sets = Object.entries(lines).map(([set, edited]) => [
    set,
    edited.filter((line) => !line.removed).map((line) => line.values),
  ])
  return {
    ...Object.fromEntries(sets),
    row: values,
    record: values,
    old: base.id === 0 ? null : base,
  } as Record<string, unknown>
}
