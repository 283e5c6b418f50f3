/** The cells of a text as spreadsheets copy it: tabs, line ends, and quotes around cells with either. */
export function cellsOf(text: string): string[][] {
  const rows: string[][] = [[]]
  const cell = /(?:"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*))(\t|\r\n|\r|\n|$)/gy
  while (cell.lastIndex < text.length) {
    const [, quoted, plain = '', end = ''] = cell.exec(text) ?? []
    rows.at(-1)?.push((quoted?.replaceAll('""', '"') ?? plain).trim())
    if (end !== '\t' && cell.lastIndex < text.length) rows.push([])
    if (end === '\t' && cell.lastIndex === text.length) rows.at(-1)?.push('')
  }
  return rows
}

/** Cells as a text that spreadsheets take. */
export function textOf(rows: string[][]): string {
  return rows.map((cells) => cells.map(quotedOf).join('\t')).join('\n')
}

function quotedOf(cell: string): string {
  return /[\t\r\n"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
