import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNotify } from '../../page/useNotify'
import { CallError, type FieldError } from '../../data/envelope'
import { useData } from '../../data/provider'
import { newUuid } from '../../data/random'
import { useKept } from '../../page/kept'
import { usePage } from '../../page/page'
import { dropBlankLines } from './blankLines'
import { defaultValues } from './conditions'
import { merge, type Clash } from './merge'
import { validate } from './validate'
import { mayEdit, type RecordMeta } from './parts'
import { changesOf, createRecordStore, lookedUp, resetRecord, setErrors } from './recordStore'
import { standsAtFields } from './refused'

/** One record: loading, editing and saving it, without any UI. */
export function useRecord(meta: RecordMeta, record: number | 'new') {
  const data = useData()
  const page = usePage()
  const notify = useNotify()
  const { t } = useTranslation()
  const queries = useQueryClient()
  const sets = useMemo(() => meta.form.lines.map(({ set }) => set), [meta])
  const isNew = record === 'new'
  const [store] = useKept('record', () =>
    createRecordStore({ id: 0 }, sets, isNew, {
      ...defaultValues(meta.table.fields.filter(({ readonly }) => readonly !== true)),
      ...meta.begin,
    }),
  )
  const [saving, setSaving] = useState(false)
  const [refusals, setRefusals] = useState(0)
  const [clashes, setClashes] = useKept<Clash[]>('clashes', () => [])
  // Kept over retries of the same content, so that a lost answer never makes a second record.
  const [write] = useKept('write', () => ({ current: { body: '', key: '' } }))

  const loaded = useQuery({
    queryKey: ['table', meta.table.key, 'record', record],
    queryFn: ({ signal }) => data.get(meta.table.key, record as number, signal),
    enabled: !isNew,
  })
  useEffect(() => {
    if (loaded.data === undefined) return
    // What is being typed is never replaced by news from the server, and nobody's form is closed.
    const { dirty, editing } = store.getState()
    if (dirty) return
    resetRecord(store, loaded.data, sets, editing && mayEdit(meta, loaded.data))
  }, [loaded.data, meta, sets, store])

  const { rename } = page
  const label = loaded.data?._label
  useEffect(() => {
    if (isNew) rename(t('record.new_of', { what: meta.title }))
    else if (label !== undefined) rename(label)
  }, [isNew, label, meta.title, rename, t])

  function keyFor(body: string): string {
    if (write.current.body !== body) write.current = { body, key: newUuid() }
    return write.current.key
  }

  async function save(): Promise<void> {
    setSaving(true)
    try {
      await lookedUp(store)
      await send()
    } finally {
      setSaving(false)
    }
  }

  async function send(): Promise<void> {
    dropBlankLines(store)
    const { body, keys } = changesOf(store.getState())
    const errors = validate(meta, store.getState(), t)
    if (Object.keys(errors).length > 0) {
      store.setState({ errors })
      setRefusals((before) => before + 1)
      return
    }
    try {
      const saved = await data.save(meta.table.key, body, keyFor(JSON.stringify(body)))
      resetRecord(store, saved, sets, false)
      notify.success('msg.saved')
      await queries.invalidateQueries({ queryKey: ['table', meta.table.key] })
      if (isNew) {
        page.close()
        page.open(`${page.base}/${saved.id}`)
      }
    } catch (error) {
      if (isStale(error)) await mergeWithNewer()
      else if (error instanceof CallError && refuse(error.fields, keys)) notify.refusal(error)
      else notify.failure(error)
    }
  }

  /** Somebody else saved first: what was typed is laid over what they saved. */
  async function mergeWithNewer() {
    const newer = await data.get(meta.table.key, record as number)
    const merged = merge(store.getState(), newer)
    store.setState({ base: newer, values: merged.values, lines: merged.lines, errors: {} })
    setClashes(merged.clashes)
    if (merged.clashes.length === 0) notify.warning(t('record.merged'))
  }

  /** Puts errors at their fields, and tells whether all of them stand there. */
  function refuse(found: FieldError[], keys: Record<string, string[]>): boolean {
    setErrors(store, found, keys)
    setRefusals((before) => before + 1)
    return standsAtFields(meta, found)
  }

  /** Opens the form at the fields that an action was refused for; true when they tell it all. */
  function mend(found: FieldError[]): boolean {
    const own = found.filter(({ path }) => meta.table.fields.some(({ key }) => key === path))
    if (own.length === 0 || !mayEdit(meta, store.getState().base)) return false
    store.setState({ editing: true })
    return refuse(own, {}) && own.length === found.length
  }

  function discard() {
    if (isNew) page.close()
    else resetRecord(store, store.getState().base, sets, false)
  }

  return {
    store,
    isNew,
    saving,
    refusals,
    pending: !isNew && loaded.isPending,
    error: loaded.error,
    reload: () => void loaded.refetch(),
    save,
    mend,
    discard,
    refuse: (error: unknown, keys: Record<string, string[]>) => {
      if (error instanceof CallError && refuse(error.fields, keys)) notify.refusal(error)
      else notify.failure(error)
    },
    clashes,
    settle: () => {
      setClashes([])
    },
    edit: () => {
      store.setState({ editing: true })
    },
  }
}

/** A save that came after somebody else's. */
function isStale(error: unknown): boolean {
  const data = error instanceof CallError && error.status === 409 ? error.data : null
  return typeof data === 'object' && data !== null && 'version' in data
}

export type RecordPageState = ReturnType<typeof useRecord>
