import { fieldKits } from '../../../fields/kits'
import { choiceOf, isNamed } from '../../../fields/enum/choice'
import type { DataProvider } from '../../../data/provider'
import type { Row } from '../../../data/rows'
import type { FieldMeta, Option } from '../../../data/screen'

/** What a text means for a field; undefined when it means nothing. */
export interface Meaning {
  value: unknown
  label?: string
}

export type Read = (text: string) => Meaning | undefined

interface World {
  data: DataProvider
  options: Record<string, Option[]>
  /** One who types sees the first match; what is pasted must have only one. */
  loose: boolean
}

const namesAtOnce = 500
const searchesAtMost = 20 // names that are no code, looked for one by one

/** Reads the texts of one column; the records that they name are asked for together. */
export async function readerOf(field: FieldMeta, texts: string[], world: World): Promise<Read> {
  switch (fieldKits[field.type].family) {
    case 'record':
      return readerOfNames(field.to ?? '', texts, world)
    case 'figure':
      return readNumber
    case 'truth':
      return readBoolean
    case 'day':
      return readDate
    case 'choice':
      return (text) => readOption(text, world.options[field.dropdown ?? ''])
    default:
      return (text) => ({ value: text })
  }
}

async function readerOfNames(table: string, texts: string[], world: World): Promise<Read> {
  const { data, loose } = world
  const wanted = [...new Set(texts)].filter((text) => text !== '')
  const found = new Map<string, Meaning>()
  for (let at = 0; at < wanted.length; at += namesAtOnce) {
    const names = wanted.slice(at, at + namesAtOnce)
    const { rows } = await data.query(table, { names, size: namesAtOnce })
    keepNames(found, names, rows)
  }
  const others = wanted.filter((text) => !found.has(text)).slice(0, searchesAtMost)
  for (const text of others) {
    const { rows } = await data.query(table, { search: text, size: 2 })
    const [row] = rows
    if (row !== undefined && (loose || rows.length === 1)) found.set(text, meaningOf(row))
  }
  return (text) => found.get(text)
}

/** A name that two records have means neither. */
function keepNames(found: Map<string, Meaning>, names: string[], rows: Row[]) {
  const byName = new Map<string, Set<Row>>()
  for (const row of rows) {
    for (const text of Object.values(row)) {
      if (typeof text !== 'string') continue
      byName.set(text, (byName.get(text) ?? new Set()).add(row))
    }
  }
  for (const name of names) {
    const [row, ...others] = byName.get(name) ?? []
    if (row !== undefined && others.length === 0) found.set(name, meaningOf(row))
  }
}

function meaningOf(row: Row): Meaning {
  return { value: row.id, label: row._label ?? String(row.id) }
}

function readNumber(text: string): Meaning | undefined {
  const value = Number(text.replaceAll(/[,\s]/g, ''))
  return Number.isFinite(value) ? { value } : undefined
}

const yes = ['1', 'true', 'yes', 'y', 'x', '是', 'sí', 'si', '✓']
const no = ['0', 'false', 'no', 'n', '否', '✗']

function readBoolean(text: string): Meaning | undefined {
  const word = text.toLowerCase()
  if (yes.includes(word)) return { value: true }
  return no.includes(word) ? { value: false } : undefined
}

/** Years come first: day and month in other orders cannot be told apart. */
function readDate(text: string): Meaning | undefined {
  const [, year = '', month = '', day = ''] =
    /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(text) ?? []
  const value = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const date = new Date(`${value}T00:00:00Z`)
  const exists = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
  return exists ? { value } : undefined
}

/** Open lists take any text. */
function readOption(text: string, options: Option[] | undefined): Meaning | undefined {
  if (options === undefined) return { value: text }
  const found = options.map(choiceOf).find((choice) => isNamed(text, choice))
  return found === undefined ? undefined : { value: found.value }
}
