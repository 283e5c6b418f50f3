// Old stock is frozen from the report that shows it, its owner is told, and it is released;
// ends with `N passed, N failed`.
import { Count, Person, launch, startServer } from './stage.mjs'

const count = new Count()
const server = await startServer()
const browser = await launch()
try {
  const lead = await Person.arrive(browser, server.base, count, { name: 'lead' })
  await lead.act('signs in', () => lead.signIn('lead'))
  await freezeFromReport(lead)
  await releaseIt(lead)
  await lead.leave()
  const owner = await Person.arrive(browser, server.base, count, { name: 'owner' })
  await hearOfIt(owner)
  await owner.leave()
} finally {
  await browser.close()
  server.stop()
}
count.report()

async function freezeFromReport(lead) {
  const { page } = lead
  await lead.act('what a report shows is frozen', async () => {
    await lead.open('/storage/base/detail')
    await lead.sees('AC-2002')
    await lead.open('/stat/monitor/shelf-life')
    const figure = page.locator('.report-figure').filter({ visible: true }).first()
    await figure.waitFor()
    await figure.click()
    await page.waitForURL((url) => url.pathname === '/storage/base/detail')
    const rows = page.locator('main tr[data-row]').filter({ visible: true })
    await rows.first().waitFor()
    await rows.first().locator('input[type=checkbox]').check()
    await lead.button('Freeze…').click()
    await page.waitForURL((url) => /\/freeze\/\d+$/.test(url.pathname))
    await lead.choice('Freeze')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/Reason/).fill('Too old to leave')
    await dialog.getByRole('button').last().click()
    await lead.sees('Frozen')
    await lead.picture('frozen')
  })
  await lead.act('the owner is told', async () => {
    await lead.choice('Notify')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^Text/).fill('Too old to leave')
    await dialog.getByRole('button').last().click()
    await dialog.waitFor({ state: 'hidden' })
  })
}

async function releaseIt(lead) {
  await lead.act('it is released', async () => {
    await lead.take('Release')
    await lead.sees('Released')
  })
}

async function hearOfIt(owner) {
  const { page } = owner
  await owner.act('hears of it, and may open the page', async () => {
    await owner.signIn('acme', '/user/login')
    await page.getByRole('button', { name: /(Notices|unread notices?)$/ }).click()
    await page.getByText('Too old to leave').first().click()
    await page.waitForURL((url) => url.pathname.endsWith('/inbound/storage/product-search'))
    await owner.sees('AC-2002')
  })
}
