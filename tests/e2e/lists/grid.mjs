// Hands for the grid of a list.

export const products = '/sys/product/product'

/** Where things are in the grid of a page. */
export function gridOf(page) {
  const grid = page.getByRole('grid').filter({ visible: true })
  return {
    grid,
    rows: grid.locator('tbody tr[data-row]'),
    row: (text) => grid.locator('tbody tr[data-row]').filter({ hasText: text }).first(),
    cell: (row, col) => grid.locator(`tbody tr[data-row="${row}"] td[data-col="${col}"]`),
    titles: () => grid.locator('thead .grid-sort').allInnerTexts(),
    /** Waits until what was asked for is there. */
    rest: () => page.locator('.list-rows[aria-busy=false]').filter({ visible: true }).waitFor(),
  }
}

/** Puts a text on the clipboard and pastes it where the cursor is. */
export async function paste(page, text) {
  await page.evaluate((what) => navigator.clipboard.writeText(what), text)
  await page.keyboard.press('Control+v')
}

export function clipboard(page) {
  return page.evaluate(() => navigator.clipboard.readText())
}
