import type { ClipboardEvent, FocusEvent, KeyboardEvent } from 'react'
import type { FieldMeta } from '../../../data/screen'
import { cellState, commandOf } from './commands'
import type { GridControl } from './control'
import type { Place } from './moves'

/** Keys, paste and leaving of a line grid, heard before the editors hear them. */
export function useGridEvents(control: GridControl) {
  /** What was typed into the cell that its editor has not taken yet. */
  function pendingText(cell: Element, place: Place): string | undefined {
    const line = control.lines().find(({ key }) => key === place.key)
    const field = control.openField(place.field, line)
    const text = cell.querySelector('input')?.value.trim() ?? ''
    if (field === undefined || text === '' || !readsText(field)) return undefined
    return text === line?.values[field.key] ? undefined : text
  }

  /** Lets the editor take what it has, and reads what it would not take. */
  function settle(cell: HTMLElement, place: Place) {
    const text = pendingText(cell, place)
    if (text === undefined) leave(cell)
    else void control.read(text, place)
  }

  function onKeyDownCapture(event: KeyboardEvent<HTMLElement>) {
    const found = cellOf(event)
    if (found === undefined || event.nativeEvent.isComposing) return
    const { cell, place } = found
    const state = cellState(cell, control.typing)
    if (state.listOpen && event.key.startsWith('Arrow')) control.typing = true
    const reads = !control.typing && pendingText(cell, place) !== undefined
    const command = commandOf(event, {
      ...state,
      listOpen: state.listOpen && !(event.key === 'Enter' && reads),
    })
    if (command === undefined) return
    const target = control.target(command, place)
    // Past the last cell the browser goes on to what follows the grid.
    if (target === undefined && (command === 'next' || command === 'previous')) return
    event.preventDefault()
    event.stopPropagation()
    if (target !== undefined || command === 'down') settle(cell, place)
    if (target !== undefined) control.activate(target)
    else if (command === 'down') control.append()
    else control.act(command, place)
  }

  function onPasteCapture(event: ClipboardEvent<HTMLElement>) {
    const found = cellOf(event)
    const text = event.clipboardData.getData('text/plain').replace(/\r?\n$/, '')
    if (found === undefined || !/[\t\n]/.test(text)) return
    event.preventDefault()
    event.stopPropagation()
    void control.paste(text, found.place)
  }

  function onBlur(event: FocusEvent<HTMLElement>) {
    const cell = event.target.closest<HTMLElement>('[data-field]')
    const found = cellOf(event)
    if (found === undefined || cell?.contains(event.relatedTarget) === true) return
    if (pendingText(found.cell, found.place) === undefined) control.check(found.place)
  }

  return { onKeyDownCapture, onPasteCapture, onBlur }
}

/** Fields whose editors take nothing but what is chosen; the grid reads what is typed. */
function readsText({ type }: FieldMeta): boolean {
  return type === 'reference' || type === 'parent' || type === 'date'
}

/** Editors take what was typed as the cursor leaves them, at the latest. */
function leave(cell: HTMLElement) {
  const { activeElement } = document
  if (activeElement instanceof HTMLElement && cell.contains(activeElement)) activeElement.blur()
}

function cellOf({ target }: { target: EventTarget }) {
  if (!(target instanceof Element)) return undefined
  const cell = target.closest<HTMLElement>('[data-field]')
  const key = cell?.closest<HTMLElement>('[data-line]')?.dataset['line']
  const field = cell?.dataset['field']
  if (cell === null || key === undefined || field === undefined) return undefined
  return { cell, place: { key, field } }
}
