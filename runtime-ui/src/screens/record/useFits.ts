import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useData, type DataProvider } from '../../data/provider'
import type { FieldMeta } from '../../data/screen'
import type { Choosing } from '../../fields/choosing'
import type { RecordMeta } from './parts'
import { errorKey, setError, type RecordState, type RecordStore } from './recordStore'
import { chosenFor } from './useChoosing'

const calm = 300 // ms without a change before the server is asked

/** A reference that has to match the record around it. */
interface Held {
  place: string // of its error
  field: FieldMeta
  value: number
  choosing: Choosing
}

/** Says at once, at each reference, that it no longer matches what was changed beside it. */
export function useFits(meta: RecordMeta, store: RecordStore) {
  const data = useData()
  const { t } = useTranslation()
  useEffect(() => {
    let known = new Map<string, string>()
    let timer = 0
    const told = new Set<string>()
    const look = async () => {
      const before = known
      const all = heldOf(meta, store.getState())
      known = new Map(all.map((held) => [held.place, around(held)]))
      for (const held of all.filter(({ place }) => moved(before, known, place))) {
        const fits = await stillFits(data, held)
        if (fits === told.has(held.place)) tell(held, fits)
      }
    }
    const tell = ({ place, choosing, field }: Held, fits: boolean) => {
      if (fits) told.delete(place)
      else told.add(place)
      const fields = titlesOf(meta, field, choosing).join(', ')
      setError(store, place, fits ? undefined : t('reference.misfit', { fields }))
    }
    const stop = store.subscribe((now, before) => {
      if (now.values === before.values && now.lines === before.lines) return
      if (refersAnew(meta, now, before)) known = withNew(known, heldOf(meta, before))
      window.clearTimeout(timer)
      if (!now.editing) known = new Map()
      else timer = window.setTimeout(() => void look(), calm)
    })
    const begin = store.subscribe((now, before) => {
      if (now.editing && !before.editing)
        known = new Map(heldOf(meta, now).map((held) => [held.place, around(held)]))
    })
    return () => {
      stop()
      begin()
      window.clearTimeout(timer)
    }
  }, [data, meta, store, t])
}

/** Whether a reference of the head changed, on which what was just chosen may depend. */
function refersAnew({ table }: RecordMeta, now: RecordState, before: RecordState): boolean {
  return table.fields.some(
    ({ key, type }) => type === 'reference' && now.values[key] !== before.values[key],
  )
}

/** What is known, and what was chosen since. */
function withNew(known: Map<string, string>, all: Held[]): Map<string, string> {
  const chosen = all.filter(({ place, value }) => valueIn(known.get(place)) !== value)
  return new Map([...known, ...chosen.map((held) => [held.place, around(held)] as const)])
}

/** Everything that the choice depends on, and the choice, as text. */
function around({ choosing, value }: Held): string {
  return JSON.stringify([value, choosing.for.record])
}

/** What was chosen stayed, and what it depends on did not. */
function moved(before: Map<string, string>, now: Map<string, string>, place: string): boolean {
  const [was, is] = [before.get(place), now.get(place)]
  return was !== undefined && is !== undefined && was !== is && valueIn(was) === valueIn(is)
}

/** The choice itself of what `around` said. */
function valueIn(text: string | undefined): unknown {
  return text === undefined ? undefined : (JSON.parse(text) as unknown[])[0]
}

async function stillFits(data: DataProvider, { field, value, choosing }: Held): Promise<boolean> {
  const filter = { field: 'id', op: 'eq' as const, value }
  const page = await data.query(field.to ?? '', { filter, size: 1, for: choosing.for })
  return page.rows.length > 0
}

function heldOf(meta: RecordMeta, state: RecordState): Held[] {
  const own = meta.table.fields.flatMap((field) =>
    held(field, state.values[field.key], field.key, chosenFor(meta, meta.table.key, field, state)),
  )
  const inLines = meta.form.lines.flatMap(({ set, table }) =>
    (state.lines[set] ?? []).flatMap((line) =>
      (meta.tables[table]?.fields ?? []).flatMap((field) => {
        const place = errorKey(set, line.key, field.key)
        return line.removed
          ? []
          : held(field, line.values[field.key], place, chosenFor(meta, table, field, state, line))
      }),
    ),
  )
  return [...own, ...inLines]
}

function held(field: FieldMeta, value: unknown, place: string, choosing?: Choosing): Held[] {
  if (typeof value !== 'number' || choosing === undefined) return []
  return (field.fits ?? []).length === 0 ? [] : [{ place, field, value, choosing }]
}

function titlesOf(meta: RecordMeta, field: FieldMeta, { for: { table } }: Choosing): string[] {
  const fields = [...(meta.tables[table]?.fields ?? []), ...meta.table.fields]
  return (field.fits ?? []).map((name) => fields.find(({ key }) => key === name)?.title ?? name)
}
