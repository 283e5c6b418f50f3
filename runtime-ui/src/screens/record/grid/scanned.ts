import type { CodeMeaning, Meant } from '../../../data/code'
import type { DataProvider } from '../../../data/provider'
import type { FieldMeta, LineGridMeta } from '../../../data/screen'
import { isEmpty } from '../../../fields/kit'
import type { Node } from '../../../expression/tree'
import { judge } from '../conditions'
import type { Line } from '../recordStore'

/** What one scan puts into a line. */
export interface Fill {
  value: number
  label: string | undefined
  /** Values of other fields, by their keys. */
  said: Record<string, string>
  /** How many the scan counts. */
  pieces: number
}

/** What a record that a code means fills in: itself, and what the code says beside it. */
export function fillOf(
  meant: Meant,
  elements: CodeMeaning['elements'],
  fields: FieldMeta[],
  counted: string | undefined,
): Fill {
  const said = (field: FieldMeta) =>
    field.elements?.map((key) => elements?.[key]).find((text) => text !== undefined)
  const others = fields.flatMap((field) => {
    const text = field.key === counted ? undefined : said(field)
    return text === undefined ? [] : [[field.key, text] as const]
  })
  const count = fields.filter(({ key }) => key === counted).map(said)[0]
  return {
    value: meant.id,
    label: meant.label ?? undefined,
    said: Object.fromEntries(others),
    pieces: Number(count ?? 1) * (meant.counts ?? 1),
  }
}

/** Values behind the scanned record, by their paths from the line. */
export type Loaded = Record<string, unknown>

/** What `raises` reads behind the scanned record. */
export async function behind(
  { scan = '', raises }: LineGridMeta,
  to: string,
  id: number,
  data: Pick<DataProvider, 'query'>,
): Promise<Loaded> {
  const fields = raises === undefined ? [] : [...new Set(pathsBehind(scan, raises))]
  if (fields.length === 0) return {}
  const { rows } = await data.query(to, {
    filter: { field: 'id', op: 'eq', value: id },
    fields,
    size: 1,
  })
  return Object.fromEntries(fields.map((field) => [`${scan}.${field}`, rows[0]?.[field] ?? null]))
}

function pathsBehind(scan: string, { path = [], args = [] }: Node): string[] {
  const [reference, ...rest] = path
  const own = reference === scan && rest.length > 0 ? [rest.join('.')] : []
  return [...own, ...args.flatMap((part) => pathsBehind(scan, part))]
}

/**
 * The line that a scan adds to: of the same record, and of nothing else than what the code says.
 * Where `raises` cannot be told the scan gets a line of its own, which nobody counts wrong.
 */
export function lineOf(
  lines: Line[],
  { scan = '', raises }: LineGridMeta,
  fill: Fill,
  loaded: Loaded = {},
): Line | undefined {
  return lines.find(({ values }) => {
    if (values[scan] !== fill.value) return false
    const seen = { base: values, values: { ...values, ...loaded }, lines: {} }
    if (!judge(raises, seen, raises === undefined)) return false
    const said = Object.entries(fill.said)
    const same = said.filter(([key, text]) => values[key] === text)
    const open = said.filter(([key]) => isEmpty(values[key]))
    return said.length === 0 || (same.length > 0 && same.length + open.length === said.length)
  })
}
