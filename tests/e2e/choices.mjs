// Columns of a file chosen by hand, and the page of all notices, in a real browser;
// ends with `N passed, N failed`.
import {
  askWhatBelongs,
  bringWhatIsChosen,
  chooseWhatFits,
  fillWhatIsRefused,
} from './record/choosing.mjs'
import { Count, Person, launch, startServer } from './stage.mjs'

// In GBK: 客户,物料号,品名 / ACME,CH-1,nail / ACME,CH-2,screw
const header = Buffer.from('bfcdbba72cceefc1cfbac52cc6b7c3fb0a', 'hex')
const fileOf = (...rows) => ({
  name: 'theirs.csv',
  mimeType: 'text/csv',
  buffer: Buffer.concat([header, Buffer.from(rows.join('\n'))]),
})

const count = new Count()
const server = await startServer()
const browser = await launch()
try {
  const admin = await Person.arrive(browser, server.base, count, { name: 'choices' })
  await admin.act('signs in', () => admin.signIn('admin'))
  await chooseColumns(admin)
  await remembered(admin)
  await notices(admin)
  await chooseWhatFits(admin)
  await bringWhatIsChosen(admin)
  await fillWhatIsRefused(admin)
  await askWhatBelongs(admin)
  for (const language of ['zh', 'es']) await inWords(language)
  await admin.leave()
} finally {
  await browser.close()
  server.stop()
}
count.report()

async function give(admin, file) {
  const { page } = admin
  await admin.open('/sys/product/product')
  await admin.sees('AC-1001')
  await admin.button('More').click()
  await page.getByText('Import products').click()
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file)
  await page.getByRole('dialog').getByText('theirs.csv').waitFor()
}

async function chooseColumns(admin) {
  const { page } = admin
  const dialog = page.getByRole('dialog')
  await admin.act('what headers do not say is named', async () => {
    await give(admin, fileOf('ACME,CH-1,nail', 'ACME,CH-2,screw'))
    await dialog.getByText('The file lacks required columns: Consignor, SKU, Name').waitFor()
    if (await dialog.getByRole('button', { name: 'Check the file' }).isEnabled())
      throw new Error('the way on is open')
  })
  await admin.act('columns are chosen by hand', async () => {
    for (const [column, field] of [
      ['客户', 'Consignor'],
      ['物料号', 'SKU'],
      ['品名', 'Name'],
    ]) {
      await dialog.getByLabel(`Field for ${column}`).fill(field)
      await page
        .locator('.ant-select-item-option')
        .filter({ visible: true, hasText: `${field} *` })
        .first()
        .click()
      await dialog
        .locator('.import-field')
        .filter({ hasText: `${field} *` })
        .waitFor()
    }
    await admin.picture('choices-1440')
    await dialog.getByText(/lacks required columns/).waitFor({ state: 'hidden' })
    await dialog.getByRole('button', { name: 'Check the file' }).click()
    await dialog.getByText('2 rows: 2 valid, 0 with errors, 0 rejected').waitFor()
    await dialog.getByRole('button', { name: 'Import 2 rows' }).click()
    await dialog.getByText('2 of 2 rows imported').waitFor()
    await dialog.getByRole('button', { name: 'Show the list' }).click()
    for (const sku of ['CH-1', 'CH-2']) await admin.sees(sku)
  })
}

async function remembered(admin) {
  const dialog = admin.page.getByRole('dialog')
  await admin.act('the choices are there for the next file', async () => {
    await give(admin, fileOf('ACME,CH-3,bolt'))
    await dialog.getByText('Your choices are remembered').waitFor()
    await dialog.getByRole('button', { name: 'Check the file' }).click()
    await dialog.getByText('1 row: 1 valid').waitFor()
  })
  await admin.act('and can be taken back', async () => {
    await dialog.getByRole('button', { name: 'Back' }).click()
    await dialog.getByRole('button', { name: 'Match by headers again' }).click()
    await dialog.getByText(/lacks required columns/).waitFor()
    await dialog.getByRole('button', { name: 'Close' }).first().click()
  })
}

async function notices(admin) {
  const { page } = admin
  const unread = page.getByRole('region', { name: 'Unread' })
  const read = page.getByRole('region', { name: 'Read', exact: true })
  const told = 'The import of Import products finished'
  await admin.act('the bell leads to all notices', async () => {
    await page
      .getByRole('button', { name: /notices$/i })
      .first()
      .click()
    await page.getByRole('button', { name: 'Show all' }).click()
    await page.waitForURL((url) => url.pathname === '/notices')
    await unread.getByText(told).first().waitFor()
    await admin.picture('notices-1440')
  })
  await admin.act('a press reads one, and opens what it is about', async () => {
    // The call goes before the page does, or the next load cuts it off.
    const sent = page.waitForResponse((answer) => answer.url().endsWith('/api/notice/read'))
    await unread.getByText(told).first().click()
    await Promise.all([sent, page.waitForURL((url) => url.pathname === '/sys/upkeep/job')])
    await admin.open('/notices')
    await read.getByText(told).first().waitFor()
  })
  await admin.act('filters show a part', async () => {
    await page.locator('main').getByText('Unread', { exact: true }).first().click()
    await read.waitFor({ state: 'hidden' })
    await page.locator('main').getByText('All', { exact: true }).first().click()
    await read.getByText(told).first().waitFor()
  })
  await admin.act('all are read at once', async () => {
    await admin.button('Mark all as read').click()
    await unread.getByText('No unread notices').waitFor()
  })
}

/** The page in another language, as wide as a phone. */
async function inWords(language) {
  const name = `notices-${language}`
  const person = await Person.arrive(browser, server.base, count, {
    name,
    language,
    viewport: { width: 390, height: 844 },
  })
  await person.act('the notices fit a phone', async () => {
    await person.signIn('admin')
    await person.open('/notices')
    await person.page.locator('.told li').first().waitFor()
    const wide = await person.page.evaluate(
      () => document.documentElement.scrollWidth - window.innerWidth,
    )
    await person.picture(`${name}-390`)
    if (wide > 0) throw new Error(`${wide} px too wide`)
  })
  await person.leave()
}
