import { createStore, useStore, type StoreApi } from 'zustand'
import { createContext, use } from 'react'
import type { FieldError } from '../../data/envelope'
import type { Brought } from '../../data/chosen'
import type { Row } from '../../data/rows'
import { newUuid } from '../../data/random'
import { isEmpty } from '../../format/plain'
import type { FieldLabel } from '../../fields/kit'

/** A line as it is edited; `key` tells lines apart that have no id yet. */
export interface Line {
  key: string
  values: Row
  removed: boolean
  /** A chosen record brought it: that it was removed is said to the server, which brings it too. */
  brought?: boolean
}

export interface RecordState {
  /** The record as the server last sent it; `id` 0 is a new one. */
  base: Row
  values: Row
  lines: Record<string, Line[]>
  /** What is wrong, by `field` or by `set/line key/field`. */
  errors: Record<string, string>
  /** The lines before each of the last changes, newest last. */
  past: Record<string, Line[]>[]
  dirty: boolean
  editing: boolean
  /** Values that are being looked up: what was typed already and is not yet in the record. */
  lookups: Promise<unknown>[]
}

export type RecordStore = StoreApi<RecordState>

/** A store for one record. Fields subscribe one by one, so typing redraws one editor only. */
export function createRecordStore(
  base: Row,
  sets: string[],
  editing: boolean,
  values: Row = base,
): RecordStore {
  return createStore<RecordState>(() => ({ ...stateOf(base, sets, editing), values }))
}

/** Begins again from a record as the server sent it. */
export function resetRecord(store: RecordStore, base: Row, sets: string[], editing: boolean) {
  store.setState(stateOf(base, sets, editing))
}

/** Has a save wait for a value that is being looked up. */
export async function lookUp(store: RecordStore, value: Promise<unknown>): Promise<void> {
  store.setState(({ lookups }) => ({ lookups: [...lookups, value] }))
  try {
    await value
  } finally {
    store.setState(({ lookups }) => ({ lookups: lookups.filter((one) => one !== value) }))
  }
}

/** Waits until all that was typed is in the record; whoever looked a value up tells of a failure. */
export async function lookedUp(store: RecordStore): Promise<void> {
  await Promise.allSettled(store.getState().lookups)
}

export function setField(store: RecordStore, name: string, value: unknown, label?: FieldLabel) {
  store.setState(({ values, errors }) => ({
    values: { ...values, ...entry(name, value, label) },
    errors: without(errors, name),
    dirty: true,
  }))
}

/** A new value of one cell; `error` where what was given means nothing. */
export interface CellChange {
  key: string
  name: string
  value: unknown
  label?: FieldLabel | undefined
  error?: string | undefined
}

/** Changes cells of a line set, all at once. */
export function setCells(store: RecordStore, set: string, changes: CellChange[]) {
  const byLine = new Map<string, CellChange[]>()
  for (const change of changes) byLine.set(change.key, [...(byLine.get(change.key) ?? []), change])
  store.setState(({ lines, errors }) => ({
    lines: {
      ...lines,
      [set]: (lines[set] ?? []).map((line) => changed(line, byLine.get(line.key))),
    },
    errors: errorsAfter(errors, set, changes),
    dirty: true,
  }))
}

function changed(line: Line, changes: CellChange[] | undefined): Line {
  if (changes === undefined) return line
  const values = changes.map(({ name, value, label }) => entry(name, value, label))
  return { ...line, values: Object.assign({}, line.values, ...values) as Row }
}

function errorsAfter(errors: Record<string, string>, set: string, changes: CellChange[]) {
  const next = { ...errors }
  for (const { key, name, error } of changes) {
    const place = errorKey(set, key, name)
    if (error === undefined) Reflect.deleteProperty(next, place)
    else next[place] = error
  }
  return next
}

const rememberedChanges = 50

/** Keeps the lines as they are now, for `undo`. */
export function remember(store: RecordStore) {
  store.setState(({ past, lines }) => ({ past: [...past.slice(1 - rememberedChanges), lines] }))
}

/** Takes the last remembered change of lines back. */
export function undo(store: RecordStore) {
  store.setState(({ past, lines }) => ({ lines: past.at(-1) ?? lines, past: past.slice(0, -1) }))
}

/** Says what is wrong with one field or cell, or that nothing is. */
export function setError(store: RecordStore, place: string, error: string | undefined) {
  store.setState(({ errors }) => ({
    errors: error === undefined ? without(errors, place) : { ...errors, [place]: error },
  }))
}

/** Adds an empty line at the end and gives its key. */
export function addLine(store: RecordStore, set: string, values: Partial<Row> = {}): string {
  const line: Line = { key: newUuid(), values: { ...values, id: 0 }, removed: false }
  store.setState(({ lines }) => ({
    lines: { ...lines, [set]: [...(lines[set] ?? []), line] },
    dirty: true,
  }))
  return line.key
}

/**
 * Takes in what a chosen record brings: empty fields are filled, and lines that were not saved yet
 * give way to the brought ones.
 */
export function takeBrought(store: RecordStore, brought: Brought) {
  remember(store)
  store.setState(({ values, lines, errors }) => {
    const filled = Object.keys(brought.values).filter(
      (name) => !name.endsWith('__label') && isEmpty(values[name]),
    )
    const label = (name: string) => brought.values[`${name}__label`] as FieldLabel | undefined
    const taken = filled.map((name) => entry(name, brought.values[name], label(name)))
    const next = { ...lines }
    for (const [set, rows] of Object.entries(brought.lines)) {
      const saved = (lines[set] ?? []).filter((line) => line.values.id !== 0)
      if (saved.some((line) => !line.removed)) continue
      next[set] = [
        ...saved,
        ...rows.map((row) => ({
          key: newUuid(),
          values: { ...row, id: 0 },
          removed: false,
          brought: true,
        })),
      ]
    }
    return {
      values: Object.assign({}, values, ...taken) as Row,
      lines: next,
      errors: filled.reduce(without, errors),
      dirty: true,
    }
  })
}

/** A new line disappears; a stored one is deleted by the next save. `undo` brings them back. */
export function removeLine(store: RecordStore, set: string, key: string) {
  remember(store)
  store.setState(({ lines }) => ({
    lines: {
      ...lines,
      [set]: (lines[set] ?? []).flatMap((line) => {
        if (line.key !== key) return [line]
        const known = line.values.id !== 0 || line.brought === true
        return known ? [{ ...line, removed: true }] : []
      }),
    },
    dirty: true,
  }))
}

/** The lines of a set that a person sees. */
export function linesOf({ lines }: Pick<RecordState, 'lines'>, set: string): Line[] {
  return (lines[set] ?? []).filter((line) => !line.removed)
}

/** What a save sends: only what changed, and the lines in their order with the keys they have here. */
export function changesOf({ base, values, lines }: RecordState) {
  const body: Record<string, unknown> = changedFields(base, values)
  const keys: Record<string, string[]> = {}
  for (const [set, edited] of Object.entries(lines)) {
    const before = new Map(linesIn(base, set).map((row) => [row.id, row]))
    const sent = edited.flatMap((line) => {
      const change = lineChange(line, before.get(line.values.id))
      return change === undefined ? [] : [{ key: line.key, change }]
    })
    if (sent.length === 0 && !edited.some(isGone)) continue
    keys[set] = sent.map(({ key }) => key)
    body[set] = sent.map(({ change }) => change)
  }
  const identity = base.id === 0 ? {} : { id: base.id, version: base.version }
  return { body: { ...identity, ...body }, keys }
}

/** Puts the server's errors, such as `lines[2].qty`, at the editors that they belong to. */
export function setErrors(store: RecordStore, found: FieldError[], keys: Record<string, string[]>) {
  const errors = found.map(({ path, message }) => {
    const [, set = '', index = '', name = ''] = /^(\w+)\[(\d+)\]\.?(\w*)/.exec(path) ?? []
    const key = keys[set]?.[Number(index)]
    return [key === undefined ? path : errorKey(set, key, name), message]
  })
  store.setState({ errors: Object.fromEntries(errors) as Record<string, string> })
}

export function errorKey(set: string, key: string, name: string): string {
  return `${set}/${key}/${name}`
}

export const RecordContext = createContext<RecordStore | null>(null)

/** The store of the record that this part of the page belongs to. */
export function useRecordStore(): RecordStore {
  const store = use(RecordContext)
  if (store === null) throw new Error('no record: wrap the tree in <RecordContext value={...}>')
  return store
}

/** One part of the record; the caller is redrawn only when that part changes. */
export function useRecordPart<T>(select: (state: RecordState) => T): T {
  return useStore(useRecordStore(), select)
}

function stateOf(base: Row, sets: string[], editing: boolean): RecordState {
  const lines = sets.map((set) => [
    set,
    linesIn(base, set).map((values) => ({ key: String(values.id), values, removed: false })),
  ])
  return {
    base,
    values: base,
    lines: Object.fromEntries(lines) as Record<string, Line[]>,
    errors: {},
    past: [],
    dirty: false,
    editing,
    lookups: [],
  }
}

function linesIn(record: Row, set: string): Row[] {
  return (record[set] ?? []) as Row[]
}

function entry(name: string, value: unknown, label: FieldLabel | undefined) {
  return { [name]: value, [`${name}__label`]: label }
}

function without(errors: Record<string, string>, key: string): Record<string, string> {
  if (!(key in errors)) return errors
  return Object.fromEntries(Object.entries(errors).filter(([one]) => one !== key))
}

/** Whether a line was brought and removed before it was ever saved. */
function isGone({ values, removed }: Line): boolean {
  return removed && values.id === 0
}

function lineChange(line: Line, before: Row | undefined) {
  const { values, removed } = line
  if (isGone(line)) return undefined
  if (removed) return { id: values.id, _delete: true }
  const changed = changedFields(before ?? { id: 0 }, values)
  if (before === undefined) return changed
  return Object.keys(changed).length === 0 ? undefined : { id: values.id, ...changed }
}

/** The fields whose values differ; words beside values and line sets are no fields. */
function changedFields(before: Row, after: Row): Record<string, unknown> {
  const changed = Object.entries(after).filter(
    ([name, value]) =>
      !name.includes('__') &&
      !name.startsWith('_') &&
      name !== 'id' &&
      value !== before[name] &&
      !(before.id === 0 && value === null),
  )
  return Object.fromEntries(changed)
}
