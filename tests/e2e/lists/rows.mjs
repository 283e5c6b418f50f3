// Rows: selected, added up, copied, edited, scrolled.
import { becomes, equal } from '../shell/expect.mjs'
import { clipboard, gridOf, products } from './grid.mjs'

const longTask = 50 // ms

export async function selectRows(person) {
  const { page } = person
  const { grid, rows, rest } = gridOf(page)
  const bar = page.getByRole('toolbar', { name: 'Selection' })
  const box = (row) => rows.nth(row).getByRole('checkbox')
  await person.act('a range is selected with Shift and added up', async () => {
    await person.open(`${products}?q=BULK-00&sort=sku`)
    await rest()
    await box(0).click()
    await box(3).click({ modifiers: ['Shift'] })
    await bar.getByText('4 selected').waitFor()
    await bar.getByText('7.00').waitFor() // 0.25 + 1.25 + 2.25 + 3.25
  })
  await person.act('arrows, space and Enter do as the mouse does', async () => {
    await grid.focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await bar.getByText('3 selected').waitFor()
    await page.keyboard.press('Control+a')
    await bar.getByText('50 selected').waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(/product\/\d+$/)
    await page.goBack()
  })
  await person.act('all that the filter finds can be taken', async () => {
    await person.open(`${products}?size=20`)
    await rest()
    await grid.getByRole('checkbox', { name: 'Select all on this page' }).click()
    await bar.getByRole('button', { name: /^Select all [\d,]+ matching/ }).click()
    await bar.getByText(/^10\d\d selected/).waitFor()
    await bar.getByRole('button', { name: 'Clear selection' }).click()
  })
}

export async function markAndCopy(person) {
  const { page } = person
  const { cell, rest, titles } = gridOf(page)
  await person.act('a block of cells is copied for a spreadsheet', async () => {
    await person.open(`${products}?q=BULK-00&sort=sku`)
    await rest()
    await cell(0, 1).click()
    await page.keyboard.press('Shift+ArrowLeft')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Control+c')
    await becomes(() => clipboard(page), 'BULK-0000\tBulk 0\nBULK-0001\tBulk 1')
  })
  await person.act('marked figures are counted and add up', async () => {
    const price = (await titles()).indexOf('Price')
    await cell(0, price).click()
    await cell(4, price).click({ modifiers: ['Shift'] })
    await becomes(
      () =>
        page
          .locator('.grid-marked')
          .innerText()
          .then((text) => text.replace(/\s+/g, ' ')),
      '5 cells Price 11.25',
    )
  })
  await person.act('a whole column is copied by the menu of its head', async () => {
    await page
      .locator('thead')
      .getByRole('button', { name: 'SKU', exact: true })
      .click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Copy this column' }).click()
    await becomes(async () => (await clipboard(page)).split('\n').length, 50)
  })
}

export async function editCells(person) {
  const { page } = person
  const { cell, rest } = gridOf(page)
  await person.act('a cell is edited in place, and Enter goes on below', async () => {
    await person.open(`${products}?q=BULK-00&sort=sku`)
    await rest()
    await cell(0, 1).dblclick()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('Renamed')
    await page.keyboard.press('Enter')
    await becomes(() => cell(0, 1).innerText(), 'Renamed')
    await cell(1, 1).locator('input').waitFor()
    await page.keyboard.press('Escape')
    await becomes(() => cell(1, 1).innerText(), 'Bulk 1')
    await page.reload()
    await becomes(() => cell(0, 1).innerText(), 'Renamed')
  })
  await person.act('a refused value stays with its reason', async () => {
    await cell(2, 1).click()
    await page.keyboard.press('F2')
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await page.keyboard.press('Enter')
    await page.getByRole('tooltip').filter({ visible: true }).waitFor()
    equal(await cell(2, 1).locator('input').count(), 1)
    await page.keyboard.press('Escape')
    await becomes(() => cell(2, 1).innerText(), 'Bulk 2')
  })
}

export async function scrollLongPages(person) {
  const { page } = person
  const { cell, rows, rest } = gridOf(page)
  await person.act('500 rows scroll with only those near the view drawn', async () => {
    await person.open(`${products}?q=BULK&sort=sku&size=500`)
    await rest()
    await page.evaluate(watchLongTasks)
    const box = await page.locator('.list-rows').filter({ visible: true }).boundingBox()
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    for (let i = 0; i < 40; i++) await page.mouse.wheel(0, 400)
    await cell(499, 0).waitFor()
    if ((await rows.count()) > 80) throw new Error(`${await rows.count()} rows are drawn`)
    const tasks = await page.evaluate(() => window.longTasks)
    console.log(
      `     tasks over ${longTask} ms: ${tasks.length}, longest ${Math.max(0, ...tasks)} ms`,
    )
  })
}

/** Keeps how long the script held up the page; Chromium counts what takes 50 ms or more. */
function watchLongTasks() {
  window.longTasks = []
  new PerformanceObserver((seen) => {
    for (const task of seen.getEntries()) window.longTasks.push(Math.round(task.duration))
  }).observe({ type: 'longtask' })
}
