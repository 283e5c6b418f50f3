import { useState } from 'react'
import { useData } from '../../../data/provider'
import type { Row } from '../../../data/rows'
import { CallError } from '../../../data/envelope'
import { newUuid } from '../../../data/random'
import type { FieldMeta, ListMeta } from '../../../data/screen'
import { useTable } from '../../tables'
import type { ListState } from '../useListScreen'
import type { Mark, Place } from './range'

/** A cell that is being edited. */
export interface Editing {
  id: number // of the record
  field: string
  meta: FieldMeta
  saving: boolean
  error: string | undefined
  onDone: (ending: Ending) => Promise<void>
}

/** What ends the editing of a cell: the value goes, or it goes and the next row follows. */
export type Ending = { save: unknown; next: boolean } | 'cancel'

const conflict = 409

/** Editing of cells where the list allows it; each is saved as it is left. */
export function useEditable(list: ListMeta, state: ListState, setMark: (mark: Mark) => void) {
  const data = useData()
  const table = useTable(list.table)
  const [editing, setEditing] = useState<Omit<Editing, 'onDone'>>()
  const [at, setAt] = useState<Place>({ row: 0, col: 0 })

  /** The field behind a column when this person may write it here. */
  function writable(field: string | undefined): FieldMeta | undefined {
    if (field === undefined || !list.edit.includes(field)) return undefined
    if (table.writes !== 'all' || !table.rights.includes('update')) return undefined
    return table.fields.find((one) => one.key === field && one.readonly !== true)
  }

  function begin(place: Place) {
    const row = state.rows[place.row]
    const meta = writable(state.columns.shown[place.col]?.field)
    if (row === undefined || meta === undefined) return
    setAt(place)
    setMark({ anchor: place, at: place })
    setEditing({ id: row.id, field: meta.key, meta, saving: false, error: undefined })
  }

  async function save(
    row: Row,
    current: Omit<Editing, 'onDone'>,
    value: unknown,
  ): Promise<boolean> {
    const version = row.version === undefined ? {} : { version: row.version }
    setEditing({ ...current, saving: true, error: undefined })
    try {
      const change = { id: row.id, ...version, [current.field]: value }
      state.replace(await data.save(list.table, change, newUuid()))
      return true
    } catch (failure) {
      setEditing({ ...current, saving: false, error: reasonOf(failure) })
      if (failure instanceof CallError && failure.status === conflict) state.refresh()
      return false
    }
  }

  async function onDone(ending: Ending) {
    const row = state.rows.find(({ id }) => id === editing?.id)
    if (editing === undefined || row === undefined || ending === 'cancel') {
      setEditing(undefined)
      return
    }
    const same = Object.is(row[editing.field] ?? null, ending.save ?? null)
    if (!same && !(await save(row, editing, ending.save))) return
    setEditing(undefined)
    if (ending.next) begin({ ...at, row: at.row + 1 })
  }
  return { begin, editing: editing === undefined ? undefined : { ...editing, onDone } }
}

function reasonOf(failure: unknown): string {
  if (failure instanceof CallError) return failure.fields[0]?.message ?? failure.message
  return failure instanceof Error ? failure.message : String(failure)
}
