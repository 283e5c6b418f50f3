const padding = 20 // px beside the text of a cell
const mostPx = 600

/** The width that the drawn cells of a column need. */
export function fittingWidth(table: HTMLElement, col: number): number {
  const cells = table.querySelectorAll<HTMLElement>(`td[data-col="${col}"]`)
  const head = table.querySelectorAll<HTMLElement>('thead .grid-title')[col]
  const range = document.createRange()
  const widths = [...cells, ...(head === undefined ? [] : [head])].map((cell) => {
    range.selectNodeContents(cell)
    return range.getBoundingClientRect().width
  })
  return Math.min(mostPx, Math.ceil(Math.max(...widths)) + padding)
}
