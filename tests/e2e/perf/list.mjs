// A list of 10,000 rows: scrolled, filtered, edited.
import { gridOf, products } from '../lists/grid.mjs'
import { pause } from '../stage.mjs'
import { watched } from './trace.mjs'

export const rowsOfList = 10_000

/** Rows as the import takes them. */
export function manyProducts() {
  const lines = Array.from({ length: rowsOfList }, (_, i) => `ACME,MANY-${String(i).padStart(5, '0')},Many ${i},${(i % 10) + 0.25}`)
  return ['consignor_id.code,sku,name,price', ...lines]
}

export async function measureList({ page }, base, size) {
  const { cell, rest } = gridOf(page)
  const scroller = page.locator('.list-rows').filter({ visible: true })
  await page.goto(`${base}${products}?q=MANY&sort=sku&size=${size}`)
  await rest()
  await pause(1000)
  const figures = {}
  figures.wheel = await watched(page, async () => {
    const box = await scroller.boundingBox()
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    for (let i = 0; i < 100; i++) await page.mouse.wheel(0, 400)
    await pause(500)
  })
  figures.pages = await watched(page, async () => {
    await cell(Math.round((await scroller.evaluate((e) => e.scrollTop)) / 32) + 5, 1).click()
    for (let i = 0; i < 30; i++) await page.keyboard.press('PageDown')
    for (let i = 0; i < 60; i++) await page.keyboard.press('ArrowDown')
  })
  figures.leaps = await watched(page, async () => {
    for (let i = 0; i < 20; i++) {
      await scroller.evaluate((e, at) => { e.scrollTop = e.scrollHeight * at }, ((i * 7) % 20) / 20)
      await pause(50)
    }
    await scroller.evaluate((e) => { e.scrollTop = 0 })
    await pause(300)
  })
  figures.edit = await watched(page, async () => {
    await cell(0, 1).dblclick()
    for (let i = 0; i < 5; i++) {
      await page.keyboard.press('Control+a')
      await page.keyboard.type(`Edited ${i}`)
      await page.keyboard.press('Enter')
      await cell(i + 1, 1).locator('input').waitFor()
    }
    await page.keyboard.press('Escape')
  })
  figures.select = await watched(page, async () => {
    await cell(0, 1).click()
    await page.keyboard.press('Control+a')
    await pause(300)
    await page.keyboard.press('Space')
    await pause(300)
  })
  figures.filter = await watched(page, async () => {
    const search = page.getByLabel('Quick search').filter({ visible: true })
    await search.fill('')
    await search.pressSequentially('MANY-09', { delay: 60 })
    await pause(600)
    await rest()
    await search.fill('MANY')
    await pause(600)
    await rest()
    await pause(500)
  })
  return figures
}
