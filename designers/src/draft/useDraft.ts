import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import {
  CallError,
  newUuid,
  useData,
  type EditedObject,
  type JsonObject,
  type MetaProblem,
} from '../../../runtime-ui/src/render'
import { begin, redo, step, undo, type Past } from './past'

/** Which object of which change set is worked on. */
export interface Of {
  kind: string
  key: string
  change: number
}

export type Keeping =
  | { state: 'kept' }
  | { state: 'keeping' }
  | { state: 'refused'; why: string; object: JsonObject } // the server did not take it
  | { state: 'moved'; theirs: EditedObject } // somebody else edited it meanwhile

export interface DraftState {
  object: JsonObject
  /** The same for who is drawn later than it changes. */
  now: () => JsonObject
  problems: MetaProblem[]
  /** Hash of what the change set holds; what shows the draft asks anew when it changes. */
  hash: string
  keeping: Keeping
  canUndo: boolean
  canRedo: boolean
  edit: (next: JsonObject, place?: string) => void
  undo: () => void
  redo: () => void
  /** After a conflict: goes on from what the other made, or lays one's own over it. */
  settle: (mine: boolean) => void
}

interface Kept {
  object: JsonObject
  hash: string
  problems: MetaProblem[]
}

const pause = 600 // ms without an edit before it is kept

/** An object under edit. What is edited is kept in the change set by itself, in order. */
export function useDraft(of: Of, loaded: EditedObject): DraftState {
  const { kind, key, change } = of
  const { changes } = useData()
  const queries = useQueryClient()
  const [past, setPast] = useState<Past<JsonObject>>(() => begin(loaded.object))
  const [kept, setKept] = useState<Kept>(loaded)
  const [keeping, setKeeping] = useState<Keeping>({ state: 'kept' })
  const latest = useRef({ now: past.now, kept, busy: false, gone: false })

  const keep = useCallback(async () => {
    const here = latest.current
    if (here.busy || here.now === here.kept.object) return
    here.busy = true
    // Who went on to another object comes back for nothing: what he typed meanwhile goes along.
    for (let first = true; here.now !== here.kept.object && (first || here.gone); first = false) {
      const object = here.now
      setKeeping({ state: 'keeping' })
      try {
        const draft = { object, hash: here.kept.hash }
        here.kept = { object, ...(await changes.draft(kind, key, change, draft, newUuid())) }
      } catch (error) {
        setKeeping(failed(error, object))
        break
      }
      setKept(here.kept)
      setKeeping({ state: 'kept' })
    }
    here.busy = false
    void queries.invalidateQueries({ queryKey: ['change sets'] })
    void queries.invalidateQueries({ queryKey: ['meta objects', kind] })
  }, [changes, queries, kind, key, change])

  useEffect(() => {
    latest.current.now = past.now
    const tried = keeping.state === 'refused' && keeping.object === past.now
    if (past.now === kept.object || tried || keeping.state === 'moved') return
    const timer = setTimeout(() => void keep(), pause)
    return () => {
      clearTimeout(timer)
    }
  }, [past.now, kept, keeping, keep])

  // Who goes on to another object within the pause loses nothing.
  useEffect(() => {
    const here = latest.current
    here.gone = false
    return () => {
      here.gone = true
      void keep()
    }
  }, [keep])

  const now = useCallback(() => latest.current.now, [])
  const edit = useCallback((next: JsonObject, place = '') => {
    setPast((was) => step(was, next, place))
  }, [])

  return {
    object: past.now,
    now,
    problems: kept.problems,
    hash: kept.hash,
    keeping: keeping.state === 'kept' && past.now !== kept.object ? { state: 'keeping' } : keeping,
    canUndo: past.back.length > 0,
    canRedo: past.forward.length > 0,
    edit,
    undo: () => {
      setPast(undo)
    },
    redo: () => {
      setPast(redo)
    },
    settle: (mine) => {
      if (keeping.state !== 'moved') return
      const { object, hash, problems } = keeping.theirs
      latest.current.kept = { object, hash, problems }
      setKept(latest.current.kept)
      setKeeping({ state: 'kept' })
      if (!mine) setPast((was) => step(was, object, ''))
    },
  }
}

function failed(error: unknown, object: JsonObject): Keeping {
  const theirs =
    error instanceof CallError && (error.data as { theirs?: EditedObject } | null)?.theirs
  if (theirs) return { state: 'moved', theirs }
  return { state: 'refused', why: error instanceof Error ? error.message : String(error), object }
}
