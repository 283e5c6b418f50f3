// Several records in one field: chosen by the keyboard, told by the history, found by a list.
import { becomes } from '../shell/expect.mjs'

const products = '/sys/product/product'

export async function chooseSeveral(person) {
  const { page } = person
  const field = page.getByLabel('Other providers').filter({ visible: true }).first()
  const chip = page
    .locator('.value .references .ant-tag', { hasText: 'Madrid' })
    .filter({ visible: true })
  await person.act('several records are chosen by the keyboard', async () => {
    await person.open(products)
    await person.openRecord('AC-1002')
    await person.button('Edit').click()
    for (const text of ['V001', 'V002']) {
      await field.focus()
      await page.keyboard.type(text)
      await page
        .locator('.ant-select-item-option')
        .filter({ visible: true, hasText: text })
        .first()
        .waitFor()
      await page.keyboard.press('Enter')
    }
    await page.keyboard.press('Escape')
    await person.picture('references-edit')
    await person.button('Save').click()
    await chip.waitFor()
  })
  await person.act('Backspace takes the last one away, and the history names it', async () => {
    await person.rest()
    await person.button('Edit').click()
    await field.focus()
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Escape')
    await person.button('Save').click()
    await person.button('Edit').waitFor()
    await becomes(() => chip.count(), 0)
    await person.besides()
    await page
      .locator('.history li', { hasText: 'Other providers' })
      .filter({ hasText: 'Madrid' })
      .first()
      .waitFor()
    await person.picture('references-history')
    await page.keyboard.press('Escape')
  })
  await person.act('a list finds by one of them', async () => {
    await person.open(products)
    await page.locator('.chip-button').filter({ hasText: 'Other providers' }).click()
    await page.keyboard.type('V001')
    await page
      .locator('.ant-select-item-option')
      .filter({ visible: true, hasText: 'V001' })
      .first()
      .click()
    const rows = page.getByRole('grid').filter({ visible: true }).locator('tbody tr[data-row]')
    await becomes(() => rows.count(), 1)
    await rows.filter({ hasText: 'AC-1002' }).waitFor()
    await person.picture('references-list')
    await page.getByText('None', { exact: true }).click()
    await becomes(() => rows.filter({ hasText: 'AC-1002' }).count(), 0)
    await rows.filter({ hasText: 'AC-1001' }).waitFor()
    await page.getByText('All', { exact: true }).click()
    await becomes(() => rows.count(), 1)
    await page.waitForURL(/all\.provider_ids=\d+$/)
    await page.reload()
    await page.locator('.chip.set', { hasText: 'all of V001' }).waitFor()
    await becomes(() => rows.count(), 1)
  })
}
