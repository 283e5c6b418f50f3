// Barcodes are collected on a notice, printed and emptied. Ends with `N passed, N failed`.
import { at } from './shell/expect.mjs'
import { Count, Person, launch, startServer } from './stage.mjs'

const count = new Count()
const server = await startServer()
const browser = await launch()
try {
  const person = await Person.arrive(browser, server.base, count, { name: 'barcodes' })
  await work(person)
  await person.leave()
} finally {
  await browser.close()
  server.stop()
}
count.report()

async function work(person) {
  const { page } = person
  await person.act('the barcodes of a notice are collected', async () => {
    await person.signIn('admin')
    await person.open('/inbound/purchase/order')
    await person.openRecord('GLOBEX Globex Imports')
    await person.take('Add barcodes to print')
    await at(page, '/inbound/purchase/print-barcode')
    for (const code of ['GX-01', 'GX-02', 'GX-03']) await person.sees(code)
  })
  await person.act('as many labels are printed as copies are wanted', async () => {
    for (const [code, copies] of [
      ['GX-01', 2],
      ['GX-02', 1],
    ]) {
      const field = page.getByLabel(`Copies ${code}`)
      const saved = page.waitForResponse('**/print_barcode/save')
      await field.fill(`${copies}`)
      await field.press('Enter')
      await saved
    }
    await page.getByRole('row', { name: /GX-03/ }).getByRole('button', { name: 'Remove' }).click()
    const opened = page.context().waitForEvent('page')
    await page.getByRole('link', { name: 'Print 3' }).click()
    const paper = await opened
    await paper.getByText('3 pages').waitFor()
    await paper.close()
  })
  await person.act('the list is emptied', async () => {
    await person.take('Empty')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.locator('.shell.mobile').waitFor()
    const { x, width } = await page.getByText('No barcodes to print yet').boundingBox()
    if (x < 0 || x + width > 390) throw new Error(`the reason is cut: from ${x}, ${width} wide`)
  })
}
