// Places that take a text from outside; each is given texts to try.
import { payloads } from './bases.mjs'
import { pause } from '../stage.mjs'

const plain = 60 // rows

/** The server's answers with payloads for texts: whatever the server says, the browser shows it as text. */
export const answers = {
  rows: ['**/api/data/**', fillStrings(/^(id|version|_can|.*_at|.*_on|.*date|status|type)$/)],
  choices: ['**/api/common/loadDropDown', fillStrings(/^value$/)],
  menus: ['**/api/meta/app', fillStrings(/^(?!title$|userTrueName$|label$)/)],
  texts: ['**/api/i18n/*.json', fillStrings(/^$/)],
  'names of the system': [
    '**/api/sys/basicInfo/getInfo',
    fillStrings(/^(?!sysName$|versionName$)/),
  ],
}

/** Puts payloads in turn for the strings of an answer, but for keys that a pattern names. */
function fillStrings(kept) {
  let next = 0
  const fill = (node, key) => {
    if (typeof node === 'string')
      return kept.test(key) || /^-?[\d.]+$/.test(node) ? node : payloads[next++ % payloads.length]
    if (Array.isArray(node)) return node.map((one) => fill(one, key))
    if (node === null || typeof node !== 'object') return node
    return Object.fromEntries(
      Object.entries(node).map(([name, below]) => [name, fill(below, name)]),
    )
  }
  return async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    const filled =
      'statusCode' in answer ? { ...answer, data: fill(answer.data, '') } : fill(answer, '')
    await route.fulfill({ response, json: filled })
  }
}

/** Messages of refused calls: the browser draws a few elements of them. */
export async function refuse(person, texts, each) {
  const { page } = person
  await page.route('**/api/auth/login', (route) =>
    route.fulfill({ json: { result: false, msg: text, data: null, statusCode: 422 } }),
  )
  let text
  for (text of texts) {
    await Promise.all([page.waitForResponse('**/api/auth/login'), page.keyboard.press('Enter')])
    await person.rest() // an Enter while the button still turns is nothing
    await page.locator('.ant-btn-loading').waitFor({ state: 'detached' })
    await each(text)
  }
  await page.unroute('**/api/auth/login')
}

/** The names of files that somebody means to import. */
export async function nameFiles(person, texts, each) {
  await askForFile(person)
  for (const text of texts) {
    const name = `${text.replaceAll(/[/\\"]/g, '').replaceAll('\t', ' ')}.csv` // what a name of a file may hold
    await choose(person, name, 'SKU\nPLAIN')
    await person.page.getByRole('dialog').getByText(name).first().waitFor()
    await each(text)
    await person.button('Back').click()
  }
}

async function askForFile(person) {
  await person.open('/sys/product/product')
  await person.button('More').click()
  await person.page.getByRole('menuitem', { name: 'Import products' }).click()
}

function choose({ page }, name, text) {
  return page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
}

/** A file whose cells are payloads is imported; the rows stand in the list. */
export async function bringFile(person, texts, each) {
  const { page } = person
  await askForFile(person)
  await choose(person, 'rows.csv', sheet(texts))
  const dialog = page.getByRole('dialog')
  const rows = plain + texts.length
  await dialog.getByRole('button', { name: 'Check the file' }).click()
  await dialog.getByText(`${rows} valid, 0 with errors`).waitFor()
  await dialog.getByRole('button', { name: `Import ${rows} rows` }).click()
  await dialog.getByRole('button', { name: 'Show the list' }).click()
  await dialog.waitFor({ state: 'detached' })
  for (const text of texts) {
    await search(page, text)
    await each(text)
  }
}

/** The server refuses files that begin with markup, so these begin with harmless rows. */
function sheet(texts) {
  const harmless = Array.from({ length: plain }, (_, at) => [
    'ACME',
    `PLAIN-${at}`,
    'Nail',
    'Nail',
    '40 mm',
  ])
  const rows = [
    ...harmless,
    ...texts.map((text, at) => ['ACME', `XSS-${at}`, text, text, text.slice(0, 120)]),
  ]
  return [['Consignor', 'SKU', 'Name', 'English name', 'Specification'], ...rows]
    .map((row) => row.map(quoted).join(','))
    .join('\n')
}

const quoted = (cell) => `"${cell.replaceAll('"', '""')}"`

async function search(page, text) {
  const field = page.locator('.list-search input, input.list-search').first()
  const answer = page.waitForResponse(
    (response) =>
      response.url().endsWith('/query') &&
      response.request().postData()?.includes(JSON.stringify(text.trim()).slice(1, -1)),
  )
  await field.fill(text)
  await answer
}

/** What a scanner may read at a station. */
export async function scan(person, texts, each) {
  await person.station('/inbound/scan-enter/order')
  for (const text of texts) {
    const answer = person.page.waitForResponse('**/api/station/**')
    await person.page.keyboard.insertText(text)
    await person.page.keyboard.press('Enter')
    await answer
    await each(text)
    await pause(100)
  }
}

/** Errors of the page, read in its log. */
export async function log({ page }, texts, each) {
  const raise = (text) => void dispatchEvent(new ErrorEvent('error', { error: new Error(text) }))
  await page.evaluate(raise, 'the first')
  await page.getByRole('button', { name: 'Error Log' }).click()
  for (const text of texts) {
    await page.evaluate(raise, text)
    await page.getByRole('dialog').getByText(text).first().waitFor()
    await each(text)
    await page.getByRole('dialog').getByRole('button', { name: 'Clear' }).click()
    await page.evaluate(raise, 'the next')
  }
}

/** The query of an address, where the page keeps filters, search and where to go next. */
export async function ask(person, texts, each) {
  const page = person.page
  await person.open('/sys/product/brand')
  await page.locator('h1').waitFor()
  for (const text of texts) {
    const query = new URLSearchParams({
      where: text,
      q: text,
      search: text,
      sort: text,
      page: text,
      filter: text,
      [text]: text,
    })
    await page.evaluate(
      (to) => history.pushState({}, '', to),
      `/sys/product/brand?${query}#${encodeURIComponent(text)}`,
    )
    await each(text)
  }
}

/** What is typed to find a place or a record. */
export async function look({ page }, texts, each) {
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Go to' })
  for (const text of texts) {
    await field.fill(text)
    await each(text)
  }
}
