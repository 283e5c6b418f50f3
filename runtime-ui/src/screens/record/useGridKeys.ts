import { useRef, type ClipboardEvent, type KeyboardEvent } from 'react'
import { useData, type DataProvider } from '../../data/provider'
import type { FieldMeta, LineGridMeta } from '../../data/screen'
import { addLine, setLineField, useRecordStore } from './recordStore'

const editors = 'input, textarea, button[role=switch]'

/** Typing lines without a mouse: Enter goes down, the last Enter adds a line, Ctrl+V takes cells. */
export function useGridKeys(grid: LineGridMeta, fields: FieldMeta[]) {
  const store = useRecordStore()
  const data = useData()
  const ref = useRef<HTMLDivElement>(null)

  function focus(lineKey: string, field: string | undefined) {
    // The new line is drawn after this event.
    requestAnimationFrame(() => {
      const cell = field === undefined ? '' : `[data-field="${field}"] `
      const row = `[data-line="${lineKey}"]`
      const target = ref.current?.querySelector<HTMLElement>(
        editors
          .split(', ')
          .map((one) => `${row} ${cell}${one}`)
          .join(', '),
      )
      target?.focus()
    })
  }

  function append() {
    focus(addLine(store, grid.set), undefined)
  }

  function onKeyDown(event: KeyboardEvent) {
    const place = placeOf(event.target)
    const isPlain = !event.ctrlKey && !event.metaKey && !event.nativeEvent.isComposing
    if (event.key !== 'Enter' || !isPlain || place === undefined) return
    // An open list of choices takes Enter for itself.
    if (place.cell.querySelector('[aria-expanded=true]') !== null) return
    event.preventDefault()
    const next = place.row.nextElementSibling
    const key = next instanceof HTMLElement ? next.dataset['line'] : undefined
    focus(key ?? addLine(store, grid.set), key === undefined ? undefined : place.field)
  }

  function onPaste(event: ClipboardEvent) {
    const text = event.clipboardData.getData('text/plain').replace(/\r?\n$/, '')
    const place = placeOf(event.target)
    if (place === undefined || !/[\t\n]/.test(text)) return
    event.preventDefault()
    void pasteCells(
      text.split(/\r?\n/).map((line) => line.split('\t')),
      place,
    )
  }

  async function pasteCells(cells: string[][], place: Place) {
    const columns = grid.columns.slice(grid.columns.findIndex((c) => c.field === place.field))
    const lines = store.getState().lines[grid.set]?.filter((line) => !line.removed) ?? []
    const first = lines.findIndex((line) => line.key === place.row.dataset['line'])
    for (const [index, texts] of cells.entries()) {
      const key = lines[first + index]?.key ?? addLine(store, grid.set)
      for (const [at, text] of texts.entries()) {
        const field = fields.find(({ key: name }) => name === columns[at]?.field)
        if (field === undefined) continue
        const found = await valueOf(text.trim(), field, data)
        if (found !== undefined) setLineField(store, grid.set, key, { name: field.key, ...found })
      }
    }
  }

  return { ref, append, onKeyDown, onPaste }
}

interface Place {
  row: HTMLElement
  cell: HTMLElement
  field: string
}

function placeOf(target: EventTarget): Place | undefined {
  if (!(target instanceof Element)) return undefined
  const row = target.closest<HTMLElement>('[data-line]')
  const cell = target.closest<HTMLElement>('[data-field]')
  const field = cell?.dataset['field']
  return row === null || cell === null || field === undefined ? undefined : { row, cell, field }
}

/** What a pasted text means for a field; undefined when it means nothing or more than one thing. */
export async function valueOf(
  text: string,
  field: FieldMeta,
  data: DataProvider,
): Promise<{ value: unknown; label?: string } | undefined> {
  switch (field.type) {
    case 'reference':
    case 'parent':
      return onlyMatch(text, field.to ?? '', data)
    case 'integer':
    case 'decimal':
    case 'money':
    case 'weight':
    case 'length': {
      const value = Number(text.replaceAll(',', ''))
      return text === '' || Number.isNaN(value) ? undefined : { value }
    }
    case 'boolean':
      return { value: ['1', 'true', 'TRUE'].includes(text) }
    default:
      return { value: text === '' ? null : text }
  }
}

async function onlyMatch(text: string, table: string, data: DataProvider) {
  if (text === '') return undefined
  const { rows } = await data.query(table, { search: text, size: 2 })
  const [row] = rows
  if (row === undefined || rows.length > 1) return undefined
  return { value: row.id, label: row._label ?? text }
}
