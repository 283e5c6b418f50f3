// A manager's month: the balance of stock adds up, a figure of the outbound summary leads to
// the records that it counts, the ranking tells share and trend, a report is taken along, and
// comes by letter from now on; in three languages. Ends with `N passed, N failed`.
import { Count, Person, launch, pause, startServer } from './stage.mjs'
import { openMailServer } from './letters.mjs'
import { callerOf } from './payloads/caller.mjs'

const post = await openMailServer()
process.env.WARELOOM_MAIL = post.address
process.env.WARELOOM_DEMO_MONTH = 'yes' // the figures of a month
delete process.env.WARELOOM_BEGINNING
const count = new Count()
const server = await startServer()
const browser = await launch()
try {
  const manager = await Person.arrive(browser, server.base, count, { name: 'manager' })
  await manager.signIn('admin')
  await giveAnAddress(manager)
  await addDays(manager)
  await balance(manager)
  await drill(manager)
  await rank(manager)
  await takeAlong(manager)
  await haveItSent(manager)
  await keepAndEnd(manager)
  await manager.leave()
  await lookElsewhere('zh', 1440)
  await lookElsewhere('es', 390)
} finally {
  await browser.close()
  server.stop()
  post.close()
}
count.report()

async function giveAnAddress(person) {
  await person.act('has an e-mail address', async () => {
    const call = await callerOf(server.base, 'admin')
    const filter = { field: 'account', op: 'eq', value: 'admin' }
    const { rows } = await call('/api/data/user/query', { filter })
    await call('/api/data/user/save', { id: rows[0].id, email: 'ada@example.com' })
  })
}

/** The job of the night adds the days up; run again it leaves the same figures. */
async function addDays(person) {
  await person.act('has the days added up, twice alike', async () => {
    const call = await callerOf(server.base, 'admin')
    const figures = async () =>
      JSON.stringify((await call('/api/report/stock_in_out/query', { params: {} })).totals)
    const job = async () =>
      (await call('/api/schedule/list', {})).rows.find(({ kind }) => kind === 'inventory.add_days')
    const run = async () => {
      const { id, lastEndedAt } = await job()
      await call('/api/schedule/run', { id })
      for (let i = 0; i < 50 && (await job()).lastEndedAt === lastEndedAt; i++) await pause(200)
      return figures()
    }
    const [once, twice] = [await run(), await run()]
    if (once !== twice || !/"sent":[1-9]/.test(once)) throw new Error(`${once}, then ${twice}`)
  })
}

/** The figures of a row of a report, by the words of the heads of their columns. */
async function rowsOf(page) {
  return page.locator('.report-table table').evaluateAll((tables) => {
    const words = (cell) => cell.innerText.trim()
    const heads = [...tables.flatMap((table) => [...table.querySelectorAll('thead th')])].map(words)
    const rows = tables.flatMap((table) => [...table.querySelectorAll('tbody tr.ant-table-row')])
    return rows.map((row) =>
      Object.fromEntries([...row.children].map((cell, at) => [heads[at] ?? at, words(cell)])),
    )
  })
}

function figure(text) {
  return Number(text.replace(/[^\d.−-]/g, '').replace('−', '-'))
}

/** Opening, in, out and closing of every row. */
async function balance(person) {
  await person.act('sees that opening, in and out make closing', async () => {
    await person.open('/stat/stock/in-out')
    await person.page.locator('.report-table tbody tr.ant-table-row').first().waitFor()
    await person.rest()
    const rows = await rowsOf(person.page)
    await person.picture('manager-balance')
    for (const row of rows) {
      const [opening, come, gone, closing] = ['Opening', 'In', 'Out', 'Closing'].map((name) =>
        figure(row[name] ?? 'none'),
      )
      if (opening + come - Math.abs(gone) !== closing)
        throw new Error(`${opening} + ${come} - ${gone} is not ${closing}: ${JSON.stringify(row)}`)
    }
  })
}

/** A figure leads to as many records as it counts. */
async function drill(person) {
  const { page } = person
  await person.act('goes from a figure to the records that it counts', async () => {
    await person.open('/stat/outbound/summary')
    const link = page.locator('.report-table tbody tr.ant-table-row .report-figure').first()
    await link.waitFor()
    await person.rest()
    await person.picture('manager-outbound')
    const said = figure(await link.innerText())
    await link.click()
    await page.waitForURL(/\/order/)
    const told = page.locator('main h1 + *, main .count, main [class*=count]').first()
    await page
      .locator('main')
      .getByText(/of [\d,]+/)
      .first()
      .waitFor()
    await person.picture('manager-records')
    const found = figure((await page.locator('main').innerText()).match(/of ([\d,]+)/)?.[1] ?? '')
    if (found !== said)
      throw new Error(`${said} orders, ${found} records: ${await told.innerText()}`)
  })
}

async function rank(person) {
  await person.act('reads share and trend of the ranking', async () => {
    await person.open('/stat/rank-out/month')
    await person.page.locator('.report-table tbody tr.ant-table-row').first().waitFor()
    await person.rest()
    const rows = await rowsOf(person.page)
    const shares = rows.map((row) => figure(row['Share'] ?? row['Share %'] ?? ''))
    const all = shares.reduce((sum, one) => sum + one, 0)
    await person.picture('manager-ranking')
    if (Math.abs(all - 100) > rows.length * 0.05 + 0.01) throw new Error(`the shares make ${all} %`)
  })
}

async function takeAlong(person) {
  const { page } = person
  await person.act('takes the report along as a PDF', async () => {
    const opened = page.waitForEvent('popup').catch(() => undefined)
    const written = page.waitForResponse((answer) => answer.url().includes('/export'))
    await person.button('Export').click()
    await page.getByRole('menuitem', { name: /PDF/ }).click()
    if ((await written).status() !== 200) throw new Error('no file')
    const popup = await Promise.race([opened, pause(3000)])
    await popup?.close()
  })
}

async function haveItSent(person) {
  await person.act('has it sent on Mondays, and at once', async () => {
    await person.button('Send by mail').click()
    const dialog = await person.dialog()
    await dialog.getByText('Weekly', { exact: true }).click()
    await person.picture('manager-mail-new')
    await dialog.getByRole('button', { name: 'Start sending' }).click()
    const row = dialog.locator('.mailings li').first()
    await row.getByText('Mondays at 07:00').waitFor()
    await row.getByRole('button', { name: 'Send now' }).click()
    for (let i = 0; i < 100 && post.letters.length === 0; i++) await pause(200)
    const [letter] = post.letters
    if (letter === undefined) throw new Error('no letter came')
    for (const part of ['ada@example.com', '.xlsx', '.pdf'])
      if (!letter.includes(part)) throw new Error(`${part} is not in ${letter.slice(0, 800)}`)
    await row.getByText('Sent', { exact: true }).waitFor()
    await person.picture('manager-mail-sent')
  })
}

/** The dialog tells all that one gets; a letter is paused, and ended. */
async function keepAndEnd(person) {
  const { page } = person
  await person.act('pauses and ends it', async () => {
    const row = page.locator('.mailings li').first()
    await row.getByRole('button', { name: 'Pause' }).click()
    await row.getByRole('button', { name: 'Resume' }).waitFor()
    await person.picture('manager-own-letters')
    await row.getByRole('button', { name: 'End', exact: true }).click()
    const sure = page.locator('.ant-modal-confirm').getByRole('button').last()
    await sure.click()
    await page.locator('.mailings li').first().waitFor({ state: 'detached' })
  })
}

async function lookElsewhere(language, width) {
  const person = await Person.arrive(browser, server.base, count, {
    name: `manager in ${language}, ${width}`,
    language,
    viewport: { width, height: 900 },
  })
  await person.act('reads the ranking and the letters', async () => {
    await person.signIn('admin')
    await person.open('/stat/rank-out/month')
    await person.page.locator('.report').waitFor()
    await person.rest()
    await person.picture(`manager-ranking-${language}-${width}`)
    const mail = { zh: '邮件发送', es: 'Enviar por correo' }[language]
    await person.button(mail).click()
    await person.dialog()
    await person.picture(`manager-mail-${language}-${width}`)
    const wide = await person.page.locator('html').evaluate((html) => html.scrollWidth)
    if (wide > width) throw new Error(`${wide} px wide`)
  })
  await person.leave()
}
