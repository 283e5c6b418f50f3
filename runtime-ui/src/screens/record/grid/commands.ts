export type Command =
  | 'down'
  | 'up'
  | 'below'
  | 'above'
  | 'next'
  | 'previous'
  | 'left'
  | 'right'
  | 'type'
  | 'restore'
  | 'clear'
  | 'remove'
  | 'fill'
  | 'undo'

interface Pressed {
  key: string
  shiftKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
}

/** What the keys mean depends on where the cursor stands in the cell. */
export interface CellState {
  /** A list of choices is open, or F2 gave the arrows to the text. */
  typing: boolean
  listOpen: boolean
  atStart: boolean
  atEnd: boolean
  allSelected: boolean
}

const always: Record<string, Command> = { F2: 'type', Escape: 'restore' }
const withControl: Record<string, Command> = { d: 'fill', z: 'undo', Delete: 'remove' }

/** What a key asks of the grid; undefined where it belongs to the cell's editor. */
export function commandOf(event: Pressed, cell: CellState): Command | undefined {
  const { key, shiftKey } = event
  if (event.altKey) return undefined
  if (event.ctrlKey || event.metaKey) return withControl[key]
  if (key === 'Tab') return shiftKey ? 'previous' : 'next'
  if (cell.listOpen) return undefined
  if (key === 'Enter') return shiftKey ? 'up' : 'down'
  if (key === 'Delete' && cell.allSelected) return 'clear'
  return always[key] ?? (shiftKey || cell.typing ? undefined : arrow(key, cell))
}

/** Arrows leave a cell as long as they could not move inside its text. */
function arrow(key: string, { atStart, atEnd, allSelected }: CellState): Command | undefined {
  switch (key) {
    case 'ArrowDown':
      return 'below'
    case 'ArrowUp':
      return 'above'
    case 'ArrowLeft':
      return atStart || allSelected ? 'left' : undefined
    case 'ArrowRight':
      return atEnd || allSelected ? 'right' : undefined
    default:
      return undefined
  }
}

/** How a cell stands before a key is heard. */
export function cellState(cell: Element, typing: boolean): CellState {
  const input = cell.querySelector('input, textarea')
  const listOpen = cell.querySelector('[aria-expanded=true]') !== null
  if (!isText(input)) return { typing, listOpen, atStart: true, atEnd: true, allSelected: true }
  const { selectionStart, selectionEnd, value } = input
  const collapsed = selectionStart === selectionEnd
  return {
    typing,
    listOpen,
    atStart: collapsed && selectionStart === 0,
    atEnd: collapsed && selectionEnd === value.length,
    allSelected: selectionStart === 0 && selectionEnd === value.length,
  }
}

function isText(input: Element | null): input is HTMLInputElement | HTMLTextAreaElement {
  return input instanceof HTMLTextAreaElement || input instanceof HTMLInputElement
}
