import { useRef, useState } from 'react'
import type { Meant } from '../../../data/code'
import { useData } from '../../../data/provider'
import type { FieldMeta, FormLinesMeta } from '../../../data/screen'
import { play } from '../../station/sounds'
import { addLine, remember, setCells, useRecordStore } from '../recordStore'
import type { GridControl } from './control'
import { readerOf } from './meaning'
import { fillOf, lineOf, type Fill } from './scanned'

/** A choice among records that a code may mean; the scans behind it wait. */
export interface Asked {
  code: string
  found: Meant[]
  choose: (meant: Meant | undefined) => void
}

/** Takes scans one after the other, however fast they come. */
export function useScans(grid: FormLinesMeta, field: FieldMeta, control: GridControl) {
  const data = useData()
  const store = useRecordStore()
  const [code, setCode] = useState('')
  const [unknown, setUnknown] = useState<string>()
  const [asked, setAsked] = useState<Asked>()
  const last = useRef<Promise<void>>(Promise.resolve())
  const counted = countOf(grid, control)

  async function add(text: string) {
    const fill = await meaningOf(text)
    setUnknown(fill === undefined ? text : undefined)
    play(fill === undefined ? 'error' : 'ok')
    if (fill !== undefined) put(fill)
  }

  async function meaningOf(text: string): Promise<Fill | undefined> {
    const record = referencesOf(store.getState().values)
    const into = `${grid.table}.${field.key}`
    const { found, elements } = await data.code({ code: text, into, record })
    const meant = found.length > 1 ? await ask(text, found) : found[0]
    if (meant !== undefined) return fillOf(meant, elements, openFields(grid, control), counted)
    if (found.length > 0) return undefined
    const read = await readerOf(field, [text], { data, options: {}, loose: false })
    const named = read(text) // typed by its name
    return named && { value: Number(named.value), label: named.label, said: {}, pieces: 1 }
  }

  function ask(text: string, found: Meant[]): Promise<Meant | undefined> {
    return new Promise((resolve) => {
      setAsked({
        code: text,
        found,
        choose: (meant) => {
          setAsked(undefined)
          resolve(meant)
        },
      })
    })
  }

  function put(fill: Fill) {
    const { value, label, said, pieces } = fill
    const line = lineOf(control.lines(), grid, fill)
    remember(store)
    const key = line?.key ?? addLine(store, grid.set)
    const before = counted === undefined ? 0 : Number(line?.values[counted] ?? 0)
    setCells(store, grid.set, [
      ...(line === undefined ? [{ key, name: field.key, value, label }] : []),
      ...Object.entries(said).map(([name, text]) => ({ key, name, value: text })),
      ...(counted === undefined ? [] : [{ key, name: counted, value: sum(before, pieces) }]),
    ])
  }

  return {
    code,
    setCode,
    unknown,
    asked,
    take: () => {
      const text = code.trim()
      setCode('')
      if (text === '') return
      last.current = last.current
        .then(() => add(text))
        .catch(() => {
          setUnknown(text) // the server's refusal was told already
        })
    },
  }
}

/** Adds without the dust of binary fractions. */
function sum(a: number, b: number): number {
  return Number((a + b).toFixed(6))
}

/** What a head refers to: by it the server narrows what a code may mean. */
function referencesOf(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => typeof value === 'number'))
}

/** The fields of a new line that people fill in here. */
function openFields(grid: FormLinesMeta, control: GridControl): FieldMeta[] {
  return grid.columns.flatMap(({ field }) => control.openField(field, added) ?? [])
}

/** The first figure of a line that people give: what a scan counts. */
function countOf(grid: FormLinesMeta, control: GridControl): string | undefined {
  return grid.columns.find(({ field, type }) => {
    const figure = type === 'integer' || type === 'decimal'
    return figure && control.openField(field, added) !== undefined
  })?.field
}

const added = { key: '', values: { id: 0 }, removed: false }
