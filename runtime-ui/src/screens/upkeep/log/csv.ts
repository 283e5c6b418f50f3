const formula = /^[=+\-@\t\r]/

/** Lines as a file that spreadsheets open; nothing in it is taken for a formula. */
export function csvOf(lines: string[][]): Blob {
  const text = lines.map((cells) => cells.map(quoted).join(',')).join('\r\n')
  return new Blob(['\uFEFF', text], { type: 'text/csv' })
}

function quoted(cell: string): string {
  const said = formula.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(said) ? `"${said.replaceAll('"', '""')}"` : said
}
