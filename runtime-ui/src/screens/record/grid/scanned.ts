import type { CodeMeaning, Meant } from '../../../data/code'
import type { FieldMeta, FormLinesMeta } from '../../../data/screen'
import { isEmpty } from '../../../format/plain'
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

/** The line that a scan adds to: of the same record, and of nothing else than what the code says. */
export function lineOf(
  lines: Line[],
  { scan = '', raises }: FormLinesMeta,
  fill: Fill,
): Line | undefined {
  return lines.find(({ values }) => {
    if (values[scan] !== fill.value) return false
    if (!judge(raises, { base: values, values, lines: {} }, true)) return false
    const said = Object.entries(fill.said)
    const same = said.filter(([key, text]) => values[key] === text)
    const open = said.filter(([key]) => isEmpty(values[key]))
    return said.length === 0 || (same.length > 0 && same.length + open.length === said.length)
  })
}
