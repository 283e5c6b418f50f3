// A list of 10,000 rows: scrolled, walked through by keyboard, edited, selected, sorted, filtered.
import { gridOf, products } from '../lists/grid.mjs'
import { pause } from '../stage.mjs'
import { watched } from './trace.mjs'

const many = 10_000

/** Rows as the import takes them. */
export function manyProducts() {
  const lines = Array.from(
    { length: many },
    (_, i) => `ACME,MANY-${String(i).padStart(5, '0')},Many ${i},${(i % 10) + 0.25}`,
  )
  return ['consignor_id.code,sku,name,price', ...lines]
}

/** What each of the ways through the list costs. */
export async function measureList(person) {
  const { page } = person
  const hands = {
    page,
    ...gridOf(page),
    scroller: page.locator('.list-rows').filter({ visible: true }),
  }
  await person.open(`${products}?q=MANY&sort=sku&size=${many}`)
  await hands.rest()
  const figures = {}
  for (const [name, way] of Object.entries({
    load,
    wheel,
    keys,
    leaps,
    edit,
    select,
    sort,
    filter,
  })) {
    figures[name] = await watched(page, () => way(hands))
  }
  return figures
}

/** All rows come, one page after another. */
async function load({ page, grid, cell }) {
  await grid.focus()
  await page.keyboard.press('Control+End')
  while ((await cell(many - 1, 0).count()) === 0) {
    await pause(300)
    await page.keyboard.press('Control+End')
  }
  await page.keyboard.press('Control+Home')
}

async function wheel({ page, scroller }) {
  const box = await scroller.boundingBox()
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  for (let i = 0; i < 100; i++) await page.mouse.wheel(0, 400)
  await pause(500)
}

async function keys({ page }) {
  for (let i = 0; i < 30; i++) await page.keyboard.press('PageDown')
  for (let i = 0; i < 60; i++) await page.keyboard.press('ArrowDown')
}

/** The bar is dragged to and fro through all rows. */
async function leaps({ scroller, cell }) {
  for (let i = 0; i < 20; i++) {
    await scroller.evaluate(
      (area, part) => (area.scrollTop = area.scrollHeight * part),
      ((i * 7) % 20) / 20,
    )
    await pause(50)
  }
  await scroller.evaluate((area) => (area.scrollTop = 0))
  await cell(0, 1).waitFor()
}

async function edit({ page, cell }) {
  await cell(0, 1).dblclick()
  for (let i = 0; i < 5; i++) {
    await page.keyboard.press('Control+a')
    await page.keyboard.type(`Edited ${i}`)
    await page.keyboard.press('Enter')
    await cell(i + 1, 1)
      .locator('input')
      .waitFor()
  }
  await page.keyboard.press('Escape')
}

async function select({ page, cell }) {
  await cell(0, 1).click()
  await page.keyboard.press('Control+a')
  await page.getByRole('toolbar', { name: 'Selection' }).waitFor()
  await page.getByRole('button', { name: 'Clear selection' }).click()
}

async function sort({ page, grid, rest }) {
  for (const order of ['ascending', 'descending']) {
    await grid.getByRole('button', { name: 'Name', exact: true }).click()
    await page.locator(`th[aria-sort=${order}]`).filter({ visible: true }).waitFor()
    await rest()
  }
}

async function filter({ page, rest }) {
  const search = page.getByLabel('Quick search').filter({ visible: true })
  for (const text of ['MANY-09', 'MANY']) {
    await search.fill('')
    await search.pressSequentially(text, { delay: 60 })
    await pause(400)
    await rest()
  }
}
