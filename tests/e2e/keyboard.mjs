// A day's work, and a lead's at board and desk, by the keyboard alone: no mouse is touched. Ends with `N passed, N failed`.
import { leadByKeys } from './keyboard/lead.mjs'
import { at } from './shell/expect.mjs'
import { Count, Person, launch, startServer } from './stage.mjs'

const count = new Count()
const server = await startServer()
const browser = await launch()
try {
  const desk = await Person.arrive(browser, server.base, count, { name: 'keyboard' })
  await work(desk)
  await desk.leave()
  await leadByKeys(browser, server, count)
} finally {
  await browser.close()
  server.stop()
}
count.report()

async function work(person) {
  const { page } = person
  const press = (key) => page.keyboard.press(key)
  const type = (text) => page.keyboard.type(text)
  const goTo = async (words, path) => {
    await press('Control+k')
    await page.getByRole('combobox', { name: 'Go to' }).waitFor()
    await type(words)
    await page.getByRole('option').first().waitFor()
    await press('Enter')
    await at(page, path)
  }
  /** Walks with Tab until what has the focus satisfies. */
  const tabTo = async (holds, most = 60) => {
    for (let i = 0; i < most; i++) {
      if (await page.evaluate(holds)) return
      await press('Tab')
    }
    throw new Error('Tab never comes there')
  }
  const openFirst = async () => {
    await tabTo(() => document.activeElement?.getAttribute('role') === 'grid')
    await press('ArrowDown')
    await press('Enter')
  }
  await person.act('logs in', async () => {
    await person.open('/login')
    await page.locator('input').first().waitFor()
    await tabTo(() => document.activeElement?.matches('input:not([type=password])') === true)
    await type('admin')
    await press('Tab')
    await type('wareloom')
    await press('Enter')
    await at(page, '/dashboard')
  })
  await person.act('opens a screen and filters it', async () => {
    await page.locator('.tab').first().waitFor()
    await goTo('brands', '/sys/product/brand')
    await page.locator('main').getByText('WL', { exact: true }).first().waitFor()
    await press('/')
    await type('AQ')
    await press('Enter')
    await page
      .locator('main')
      .getByText('WL', { exact: true })
      .first()
      .waitFor({ state: 'detached' })
  })
  await person.act('edits a record and saves it', async () => {
    await openFirst()
    await page.waitForURL((url) => /\/brand\/\d+$/.test(url.pathname))
    await person.button('Edit').waitFor()
    await press('e')
    await tabTo(() =>
      [...(document.activeElement?.labels ?? [])].some((label) => /^Name/.test(label.textContent)),
    )
    await press('End')
    await type(' & Co')
    await press('Control+s')
    await person.sees(/& Co$/)
    await person.button('Edit').waitFor()
  })
  await person.act('runs an action', async () => {
    await goTo('outbound order', '/outbound/sale/order')
    await page
      .locator('main')
      .getByText(/^SO\d+12$/)
      .first()
      .waitFor()
    await openFirst()
    await person.button('Audit').waitFor()
    await press('Control+Enter')
    await person.rest()
    if (await page.getByRole('dialog').isVisible()) await press('Enter')
    await person.sees('Audited')
  })
  await person.act('logs out', async () => {
    await press('Control+k')
    await page.getByRole('combobox', { name: 'Go to' }).waitFor()
    await type('log out')
    await page.getByRole('option', { name: 'Log out' }).waitFor()
    await press('Enter')
    await page.waitForURL((url) => url.pathname === '/login')
  })
}
