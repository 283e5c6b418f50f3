/** A cell by its place among the rows and columns shown. */
export interface Place {
  row: number
  col: number
}

/** The cells between where a mark began and where it ends. */
export interface Mark {
  anchor: Place
  at: Place
}

export interface Block {
  top: number
  bottom: number
  left: number
  right: number
}

/** The block that a mark covers, both ends within. */
export function blockOf({ anchor, at }: Mark): Block {
  return {
    top: Math.min(anchor.row, at.row),
    bottom: Math.max(anchor.row, at.row),
    left: Math.min(anchor.col, at.col),
    right: Math.max(anchor.col, at.col),
  }
}

/** Where a key leads from a cell; undefined for keys that lead nowhere. */
export function step(from: Place, key: string, far: boolean, size: Place, page: number) {
  const to = {
    ArrowUp: { ...from, row: far ? 0 : from.row - 1 },
    ArrowDown: { ...from, row: far ? size.row - 1 : from.row + 1 },
    ArrowLeft: { ...from, col: far ? 0 : from.col - 1 },
    ArrowRight: { ...from, col: far ? size.col - 1 : from.col + 1 },
    Home: { row: far ? 0 : from.row, col: 0 },
    End: { row: far ? size.row - 1 : from.row, col: size.col - 1 },
    PageUp: { ...from, row: from.row - page },
    PageDown: { ...from, row: from.row + page },
  }[key]
  if (to === undefined) return undefined
  return { row: within(to.row, size.row), col: within(to.col, size.col) }
}

function within(index: number, count: number): number {
  return Math.max(0, Math.min(count - 1, index))
}
