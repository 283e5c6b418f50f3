// Scanned codes outside the stations: the palette opens what a code names, lists find what it
// leads to, and a return takes its lines by scan; ends with `N passed, N failed`.
import { Count, Person, launch, startServer } from './stage.mjs'
import { cell } from './record/lines.mjs'
import { becomes, equal } from './shell/expect.mjs'

const count = new Count()
const server = await startServer()
const browser = await launch()
try {
  const clerk = await Person.arrive(browser, server.base, count, { name: 'clerk' })
  await clerk.act('signs in', () => clerk.signIn('admin'))
  await scanIntoPalette(clerk)
  await scanIntoSearch(clerk)
  await scanReturn(clerk)
  await clerk.leave()
} finally {
  await browser.close()
  server.stop()
}
count.report()

/** A code of one record opens it; one of several is a choice. */
async function scanIntoPalette(clerk) {
  const { page } = clerk
  const palette = page.getByRole('combobox', { name: 'Go to' })
  const scan = async (code) => {
    await page.keyboard.press('Control+k')
    await palette.waitFor()
    await page.keyboard.type(code, { delay: 3 })
    await page.keyboard.press('Enter')
  }
  const choices = page.getByRole('group', { name: 'This code' }).getByRole('option')
  await clerk.act('the palette opens what a code names', async () => {
    await page.getByRole('button', { name: 'Go to' }).waitFor()
    await scan('A-01-01-1')
    await page.waitForURL((url) => url.search.includes('where='))
    await clerk.sees('A-01-01-1')
  })
  await clerk.act('a product comes with the open orders that have it', async () => {
    await scan('16900000001008')
    await becomes(async () => (await choices.count()) > 1, true)
    equal((await choices.first().innerText()).includes('AC-1001'), true)
    await clerk.picture('palette-orders')
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => /\/\d+$/.test(url.pathname))
    await clerk.sees('AC-1001')
    await scan('16900000001008')
    await choices.filter({ hasText: 'Outbound order' }).first().click()
    await page.waitForURL((url) => /\/outbound\/.*\/\d+$/.test(url.pathname))
    await clerk.sees('AC-1001')
  })
  await clerk.act('a code of two owners is a choice', async () => {
    const before = page.url()
    await scan('6900000001001')
    await becomes(() => choices.filter({ hasText: /AC-1001|GX-01/ }).count(), 2)
    equal(page.url(), before)
    await clerk.picture('palette-code')
    await choices.filter({ hasText: 'GX-01' }).click()
    await page.waitForURL((url) => /\/\d+$/.test(url.pathname))
    await clerk.sees('GX-01')
  })
}

/** The stock has no words of its own: what it refers to is found by its code. */
async function scanIntoSearch(clerk) {
  const { page } = clerk
  await clerk.act('the orders of a product are found by a barcode of it', async () => {
    await clerk.go('/outbound/sale/order')
    await page.getByLabel('Quick search').filter({ visible: true }).fill('16900000001008')
    await page.waitForURL((url) => url.search.includes('q='))
    await page.locator('main tr[data-row]').filter({ visible: true }).first().waitFor()
    await clerk.picture('orders-by-code')
  })
  const stock = page.locator('main tr[data-row]').filter({ visible: true })
  await clerk.act('the stock of a product is found by a barcode of it', async () => {
    await clerk.go('/storage/base/detail')
    await stock.first().waitFor()
    const all = await stock.count()
    await page.getByLabel('Quick search').filter({ visible: true }).fill('(01)06900000001001')
    await becomes(async () => (await stock.count()) > 0 && (await stock.count()) < all, true)
    for (const text of await stock.allInnerTexts()) equal(/AC-1001|GX-01/.test(text), true)
    await clerk.picture('stock-by-code')
  })
}

/** Pieces, packs and element strings, in the order in which a person unpacks. */
async function scanReturn(clerk) {
  const { page } = clerk
  await clerk.act('a return takes its lines by scan', async () => {
    await clerk.go('/outbound/service/return/new')
    await clerk.choose('Consignor', 'ACME')
    await clerk.choose('Warehouse', 'SH1')
    await page.getByLabel('Scan to add').filter({ visible: true }).focus()
    const codes = [
      '6900000001001',
      '16900000001008',
      '(01)06900000001001(10)L7(17)310131',
      '(01)06900000001001(10)L7(17)310131',
      'NOTHING',
    ]
    for (const code of codes) {
      await page.keyboard.type(code)
      await page.keyboard.press('Enter')
    }
    await page.getByText('No single match for NOTHING').waitFor()
    const words = async (row, field) => (await cell(page, row, field).innerText()).trim()
    equal(await words(0, 'qty'), '13')
    equal(await words(1, 'qty'), '2')
    equal(await words(1, 'lot_no'), 'L7')
    equal((await words(1, 'exp_date')).includes('2031'), true)
    equal((await words(0, 'product_id')).startsWith('AC-1001'), true)
    await clerk.picture('return-by-scan')
    await page.keyboard.press('Control+s')
    await page
      .locator('.record-head')
      .getByText(/^RM\d+$/)
      .waitFor()
  })
}
