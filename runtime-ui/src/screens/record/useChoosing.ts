import { useMemo } from 'react'
import type { FieldMeta } from '../../data/screen'
import { choosingOf, type Choosing } from '../../fields/choosing'
import type { RecordMeta } from './parts'
import { useRecordPart, type Line, type RecordState } from './recordStore'

/** For what record a field of the head, or of a line, is chosen. */
export function chosenFor(
  meta: RecordMeta,
  table: string,
  field: FieldMeta,
  { values }: Pick<RecordState, 'values'>,
  line?: Line,
): Choosing | undefined {
  const own = meta.tables[table]?.fields ?? meta.table.fields
  const isOwn = (name: string) => line !== undefined && own.some(({ key }) => key === name)
  const titled = [...own, ...meta.table.fields].filter(({ readonly }) => readonly !== true)
  return choosingOf(
    table,
    field,
    (name) => (isOwn(name) ? line?.values[name] : values[name]),
    (name) => titled.find(({ key }) => key === name)?.title,
  )
}

/** The same, followed while the record is edited. */
export function useChoosing(meta: RecordMeta, field: FieldMeta, table?: string, line?: Line) {
  const text = useRecordPart((state) =>
    JSON.stringify(chosenFor(meta, table ?? meta.table.key, field, state, line)),
  ) as string | undefined
  return useMemo(() => (text === undefined ? undefined : (JSON.parse(text) as Choosing)), [text])
}
