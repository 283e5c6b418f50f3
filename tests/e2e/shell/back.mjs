// What closes gives the focus back to what opened it, however it was opened and closed.
import { Person } from '../stage.mjs'
import { becomes } from './expect.mjs'

export async function comeBack(browser, base, count) {
  const person = await Person.arrive(browser, base, count, { name: 'back' })
  const { page } = person
  const focused = () =>
    page.evaluate(
      () =>
        document.activeElement.getAttribute('aria-label') ??
        document.activeElement.innerText.trim(),
    )
  const closes = async (opener) => {
    await (await person.dialog()).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await becomes(focused, opener)
  }
  await person.signIn('admin')
  await person.act('a dialog out of a menu, to the button of the menu', async () => {
    await person.open('/outbound/sale/order')
    await person.button('Views').click()
    await page.getByRole('menuitem', { name: 'Save as a new view' }).click()
    await closes('Views')
  })
  await person.act('a question about a record, to its button', async () => {
    await person.open('/outbound/sale/order')
    await page
      .getByText(/^SO\d+09$/)
      .last()
      .click()
    await person.rest()
    await person.choice('Cancel')
    await closes('More')
  })
  await person.act('files and history, to their button', async () => {
    await person.besides()
    await page.keyboard.press('Escape')
    await page.locator('.record-drawer').waitFor({ state: 'hidden' })
    await becomes(() => page.evaluate(() => document.activeElement.matches('.beside-button')), true)
  })
  await person.act('the list of keys, to nothing, for it was opened from nothing', async () => {
    await page.locator('h1').filter({ visible: true }).click()
    await page.keyboard.press('?')
    await (await person.dialog()).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await becomes(() => page.evaluate(() => document.activeElement === document.body), true)
  })
  await person.leave()
}
