// What a person begins with in a real browser: home, reports, notices, the working place
// and one's own account; ends with `N passed, N failed`.
import { readFileSync } from 'node:fs'
import { Count, Person, launch, startServer } from './stage.mjs'

const count = new Count()
const server = await startServer()
const browser = await launch()
try {
  const lead = await Person.arrive(browser, server.base, count, { name: 'lead' })
  await lead.act('signs in', () => lead.signIn('lead'))
  await lead.act('a to-do leads to as many records as it counts', () => followToDo(lead.page))
  await lead.act('a figure of a report leads to its records', () => followFigure(lead.page))
  await lead.act('a home page and a report are taken along as PDF', () => takeAlong(lead.page))
  await lead.act('a narrowed report has fewer figures', () => narrow(lead.page))
  await lead.act('a card that was moved stays where it is', () => arrange(lead.page))
  await lead.act('an export that ended rings the bell', () => hearTheBell(lead.page))
  await lead.act('the working place fills new records and lists', () => workAt(lead.page))
  await lead.act('a session elsewhere is ended', () => endElsewhere(lead.page))
  await lead.leave()
  await visitAsOwner()
} finally {
  await browser.close()
  server.stop()
}
count.report()

/** The figure of waiting work and its Start lead to the records that it counts, and no more. */
async function followToDo(page) {
  for (const way of ['first', 'last']) {
    await page.goto(`${server.base}/dashboard`)
    const line = page
      .getByRole('article', { name: 'Work waiting' })
      .getByRole('row')
      .filter({ hasText: 'Orders to audit' })
    const counted = Number(await line.getByRole('link').first().innerText())
    same(counted > 0, true, 'something to audit')
    await line.getByRole('link')[way]().click()
    await page.waitForURL(/sale\/order/)
    await page
      .locator('h1 .quiet')
      .filter({ hasText: new RegExp(`^${counted}$`) })
      .waitFor()
  }
}

async function followFigure(page) {
  await page.goto(`${server.base}/stat/outbound/summary`)
  await page.locator('.chart-canvas canvas').waitFor()
  const total = page.locator('.report-totals button').first()
  const counted = (await total.innerText()).trim()
  await total.click()
  await page.waitForURL(/sale\/order/)
  await page.locator('h1 .quiet').filter({ hasText: counted }).waitFor()
}

async function takeAlong(page) {
  await page.goto(`${server.base}/dashboard`)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download as PDF' }).click(),
  ])
  same(readFileSync(await file.path(), 'latin1').slice(0, 5), '%PDF-', 'what a home page is')
  await page.goto(`${server.base}/stat/outbound/summary`)
  await page.getByRole('button', { name: /Export$/ }).click()
  const kept = page.waitForResponse((answer) => answer.url().endsWith('/export'))
  const opened = page.context().waitForEvent('page')
  await page.getByRole('menuitem', { name: 'Export to PDF' }).click()
  same((await (await kept).json()).result, true, 'the export')
  await (await opened).close()
}

async function narrow(page) {
  await page.goto(`${server.base}/stat/outbound/summary`)
  await page.locator('.report-totals button').first().waitFor()
  await page
    .getByRole('button', { name: /Created at/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Previous month' }).click()
  await page.getByText('No data for these conditions').waitFor()
  await page.getByRole('button', { name: 'Clear the conditions' }).click()
  await page.locator('.report-totals').waitFor()
}

async function arrange(page) {
  await page.goto(`${server.base}/dashboard`)
  const title = page.getByRole('article', { name: 'Work waiting' })
  const before = await title.boundingBox()
  await page.getByRole('button', { name: 'Arrange cards' }).click()
  const card = page.locator('.home-moved').filter({ hasText: 'Work waiting' })
  const box = await card.boundingBox()
  await page.mouse.move(box.x + 40, box.y + 40)
  await page.mouse.down()
  await page.mouse.move(box.x + 40, box.y + 700, { steps: 12 })
  await page.mouse.up()
  await page.getByRole('button', { name: 'Save' }).click()
  await title.waitFor()
  await page.reload()
  await title.waitFor()
  const after = await title.boundingBox()
  same(after.y > before.y, true, 'the card lies lower')
  await page.getByRole('button', { name: 'Arrange cards' }).click()
  await page.getByRole('button', { name: 'Reset the layout' }).click()
  await title.waitFor()
  same((await title.boundingBox()).y, before.y, 'the card is back')
}

async function hearTheBell(page) {
  await page.goto(`${server.base}/outbound/sale/order`)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  const opened = page.context().waitForEvent('page')
  await page.getByRole('menuitem', { name: /Export to Excel/ }).click()
  await (await opened).close().catch(() => undefined)
  const bell = page.getByRole('button', { name: /\d+ unread notice/ })
  await bell.click()
  await page.getByText('is ready').waitFor()
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await page.getByRole('button', { name: 'Notices', exact: true }).waitFor()
  await page.keyboard.press('Escape')
}

async function workAt(page) {
  await choosePlace(page, /SH1/)
  await page.goto(`${server.base}/outbound/sale/order`)
  await page.locator('.chip.set').filter({ hasText: 'SH1' }).waitFor()
  await page.goto(`${server.base}/outbound/sale/order/new`)
  await page.locator('main .ant-select').filter({ hasText: 'SH1' }).waitFor()
  await choosePlace(page, /Everywhere/)
}

async function choosePlace(page, name) {
  await page.getByRole('button', { name: /^Working place/ }).click()
  await page.getByRole('menuitem', { name }).click()
  await page.getByRole('button', { name: new RegExp(`^Working place: .*${name.source}`) }).waitFor()
}

async function endElsewhere(page) {
  const other = await Person.arrive(browser, server.base, count, { name: 'lead elsewhere' })
  await other.signIn('lead')
  await page.getByRole('button', { name: /Leo Lead/ }).click()
  await page.getByRole('menuitem', { name: 'My account' }).click()
  await page.locator('.account-devices button').click()
  await page.getByRole('tooltip').getByRole('button', { name: 'Log out there' }).click()
  await page.locator('.account-devices button').waitFor({ state: 'detached' })
  await other.page.goto(`${server.base}/dashboard`)
  await other.page.waitForURL(/login/)
  await other.page.context().close()
}

async function visitAsOwner() {
  const acme = await Person.arrive(browser, server.base, count, {
    name: 'acme',
    viewport: { width: 390, height: 844 },
  })
  await acme.act('sees the cards of one’s own portal', async () => {
    await acme.signIn('acme', '/user/login')
    await acme.page.getByRole('article', { name: 'Orders', exact: true }).waitFor()
    const width = await acme.page.evaluate(() => document.documentElement.scrollWidth)
    same(width <= 390, true, `${width} px on a phone`)
  })
  await acme.leave()
}

function same(found, wanted, what) {
  if (found !== wanted) throw new Error(`${what}: ${found}, not ${wanted}`)
}
