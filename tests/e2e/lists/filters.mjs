// What a list is asked for: it lives in the address, and takes a pasted column.
import { at, becomes, equal } from '../shell/expect.mjs'
import { clipboard, gridOf, paste, products } from './grid.mjs'

export async function askByAddress(person) {
  const { page } = person
  const { rows, rest, cell } = gridOf(page)
  await person.act('search, order and page stand in the address', async () => {
    await person.open(products)
    await page.getByLabel('Quick search').fill('BULK-00')
    await at(page, `${products}?q=BULK-00`)
    await page.getByRole('button', { name: 'SKU', exact: true }).first().waitFor()
    await page.locator('thead').getByRole('button', { name: 'SKU', exact: true }).click()
    await at(page, `${products}?q=BULK-00&sort=sku`)
    await page.getByTitle('2', { exact: true }).click()
    await at(page, `${products}?q=BULK-00&sort=sku&page=2`)
    await becomes(() => cell(0, 0).innerText(), 'BULK-0050')
  })
  await person.act('back and forward lead through what was asked', async () => {
    await page.goBack()
    await becomes(() => cell(0, 0).innerText(), 'BULK-0000')
    await page.goBack()
    await at(page, `${products}?q=BULK-00`)
    await becomes(() => cell(0, 0).innerText(), 'BULK-0099')
    await page.goForward()
    await becomes(() => cell(0, 0).innerText(), 'BULK-0000')
  })
  await person.act('a copied address opens the same list', async () => {
    await person.open(`${products}?q=BULK-00&sort=-sku&page=2&size=20`)
    await rest()
    equal(await page.getByLabel('Quick search').inputValue(), 'BULK-00')
    await becomes(() => cell(0, 0).innerText(), 'BULK-0079')
    equal(await rows.count(), 20)
  })
  await person.act('a record and back leaves the list as it was', async () => {
    await cell(3, 0).getByRole('link').click()
    await page.waitForURL(/product\/\d+$/)
    await page.goBack()
    await at(page, `${products}?q=BULK-00&sort=-sku&page=2&size=20`)
    await becomes(() => cell(0, 0).innerText(), 'BULK-0079')
  })
  await person.act('a word for a range of days moves on with time', async () => {
    await person.open('/outbound/sale/order')
    await page
      .getByRole('button', { name: /^Created at/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Last week', exact: true }).click()
    await at(page, '/outbound/sale/order?f.created_at=week')
    await page.keyboard.press('Escape')
    await rest()
  })
}

export async function pasteCodes(person, codes) {
  const { page } = person
  const { rest } = gridOf(page)
  const unknown = ['NO-1', 'NO-2', 'NO-3']
  await person.act('a thousand pasted codes filter, and the unknown ones are named', async () => {
    await person.open(`${products}?size=20`)
    await page.locator('.chip-button').filter({ hasText: 'SKU' }).click()
    await page.locator('#filter-sku').focus()
    await paste(page, [...codes.slice(0, 500), ...unknown, ...codes.slice(503)].join('\r\n'))
    await page.getByText('3 not found').first().waitFor()
    equal(await page.getByRole('textbox', { name: '3 not found' }).inputValue(), unknown.join('\n'))
    await page.getByRole('button', { name: 'Copy those not found' }).click()
    await becomes(() => clipboard(page), unknown.join('\n'))
    await rest()
    await page.getByText('1–20 of 997').waitFor()
  })
  await person.act('the address of a pasted filter opens the same rows', async () => {
    await page.reload()
    await page.getByText('1–20 of 997').waitFor()
    await page.locator('.chip').getByText('1000 values').waitFor()
    await page.locator('.chip').getByText('3 not found').waitFor()
  })
}
