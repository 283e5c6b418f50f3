// Imports, keys, bin and jobs in a real browser; ends with `N passed, N failed`.
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { Count, Person, launch, startServer } from './stage.mjs'

const rows = [
  'Consignor,SKU,Name,Weight,Colour',
  'ACME,UP-1,Nail,1,red',
  'NOBODY,UP-2,Screw,1,red',
  'ACME,UP-3,Bolt,heavy,red',
]
const count = new Count()
const server = await startServer()
const browser = await launch()
try {
  const admin = await Person.arrive(browser, server.base, count, { name: 'upkeep' })
  await admin.act('signs in', () => admin.signIn('admin'))
  await bringIn(admin)
  await makeKey(admin)
  await bringBack(admin)
  await lookIntoTheLog(admin)
  await admin.leave()
} finally {
  await browser.close()
  server.stop()
}
count.report()

async function bringIn(admin) {
  const { page } = admin
  const dialog = page.getByRole('dialog')
  await admin.act('a template comes as a workbook', async () => {
    await admin.open('/sys/product/product')
    await admin.sees('AC-1001')
    await admin.button('More').click()
    await page.getByText('Import products').click()
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Download the template' }).click()
    if ((await download).suggestedFilename() !== 'Import products.xlsx')
      throw new Error('another name')
  })
  await admin.act('a file tells which column fills what', async () => {
    const file = {
      name: 'products.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(rows.join('\n')),
    }
    await dialog.locator('input[type=file]').setInputFiles(file)
    await dialog.getByText('These columns are not imported: Colour').waitFor()
    await dialog.getByRole('button', { name: 'Check the file' }).click()
  })
  await admin.act('wrong rows keep all out, and say why', async () => {
    await dialog.getByText('3 rows: 1 valid, 2 with errors, 0 rejected').waitFor()
    await dialog.getByText('Nothing is imported while any row has errors').waitFor()
    if (await dialog.getByRole('button', { name: /^Import/ }).isEnabled())
      throw new Error('the way on is open')
  })
  await admin.act('wrong cells are mended and checked again', async () => {
    await dialog.getByLabel('Consignor 3', { exact: true }).fill('ACME')
    await dialog.getByLabel('Weight 4', { exact: true }).fill('2.5')
    await dialog.getByRole('button', { name: 'Check 2 rows again' }).click()
    await dialog.getByText('3 rows: 3 valid, 0 with errors, 0 rejected').waitFor()
  })
  await admin.act('all is written, and in the list', async () => {
    await dialog.getByRole('button', { name: 'Import 3 rows' }).click()
    await dialog.getByText('3 of 3 rows imported').waitFor()
    await dialog.getByRole('button', { name: 'Show the list' }).click()
    for (const sku of ['UP-1', 'UP-2', 'UP-3']) await admin.sees(sku)
  })
  await admin.act('the jobs tell of it', async () => {
    await admin.open('/sys/upkeep/job')
    await admin.sees('Import products')
    await admin.sees('3 rows: 3 imported, 0 with errors, 0 rejected')
  })
}

async function makeKey(admin) {
  const { page } = admin
  const dialog = page.getByRole('dialog')
  let key
  await admin.act('a key is made, and its secret shown', async () => {
    await admin.open('/sys/permission/api-key')
    await admin.button('New key').click()
    await dialog.getByLabel(/^Name/).fill('shop')
    await dialog.getByLabel(/^Acts as/).focus()
    await page.keyboard.type('acme')
    await page.locator('.ant-select-item-option').filter({ visible: true }).first().click()
    await dialog.getByRole('button', { name: 'Create' }).click()
    const shown = dialog.locator('.upkeep-secret .mono')
    await shown.nth(1).waitFor()
    const [id, secret] = (await shown.allInnerTexts()).map((text) => text.trim())
    key = { id, secret }
    await dialog.getByRole('button', { name: 'I have saved it' }).click()
    await admin.sees(key.id)
  })
  await admin.act('another system works under the key', async () => {
    const { status, body } = await callUnder(key)
    if (status !== 200 || body.data.rows.length === 0) throw new Error(`${status} ${body.msg}`)
  })
  await admin.act('a revoked key is refused', async () => {
    await page
      .getByRole('row', { name: new RegExp(key.id) })
      .getByRole('button', { name: 'Revoke' })
      .click()
    await confirm(admin, 'Revoke')
    await page.getByText('No keys yet').waitFor()
    const { status } = await callUnder(key)
    if (status !== 401) throw new Error(`answers ${status}`)
  })
}

async function bringBack(admin) {
  const { page } = admin
  await admin.act('what was deleted is in the bin', async () => {
    await admin.open('/sys/product/product')
    await admin.openRecord('UP-3')
    await admin.button('More').click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await confirm(admin, 'Delete')
    await page.waitForURL((url) => url.pathname === '/sys/product/product')
    await admin.open('/sys/upkeep/bin')
    await admin.sees('UP-3')
  })
  await admin.act('and comes back', async () => {
    await page.getByRole('row', { name: /UP-3/ }).getByRole('button', { name: 'Restore' }).click()
    await page.getByText('The bin is empty').waitFor()
    await admin.open('/sys/product/product')
    await admin.sees('UP-3')
  })
}

/** Confirms what a dialog asks, once it has opened. */
async function confirm(person, name) {
  await (await person.dialog()).getByRole('button', { name }).click()
}

/** Asks for products as another system does: signed with the key's secret. */
async function callUnder({ id, secret }) {
  const path = '/api/data/product/query'
  const body = JSON.stringify({ size: 1 })
  const [timestamp, nonce, guid] = [String(Date.now()), randomBytes(16).toString('hex'), 'shop']
  const hash = (text) => createHash('sha256').update(text).digest('hex')
  const said = [
    'v2',
    'POST',
    path,
    '',
    timestamp,
    nonce,
    guid,
    'consignor',
    hash(''),
    '',
    hash(body),
  ].join('\n')
  const signature = createHmac('sha256', Buffer.from(secret, 'hex')).update(said).digest('hex')
  const headers = {
    'Content-Type': 'application/json',
    apiKey: id,
    guid,
    timestamp,
    nonce,
    signature,
    signatureVersion: '2',
  }
  const response = await fetch(server.base + path, { method: 'POST', headers, body })
  return { status: response.status, body: await response.json() }
}

async function lookIntoTheLog(admin) {
  const { page } = admin
  await admin.act('the log tells what a record became', async () => {
    await admin.open('/sys/dev/log')
    await admin.rest()
    await page.getByLabel('Search').filter({ visible: true }).fill('Products')
    await admin.sees('UP-1')
    await admin.sees('created the record')
  })
  await admin.act('the log tells who could not sign in', async () => {
    await fetch(`${server.base}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ userType: 'user', account: 'mallory', password: 'guess' }),
    })
    await page.getByText('Sign-ins', { exact: true }).click()
    await page.getByLabel('Search').filter({ visible: true }).fill('')
    await page.getByLabel('Failed only').check()
    await admin.sees('mallory')
    await admin.picture('log')
  })
}
