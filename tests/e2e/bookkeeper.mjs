// A bookkeeper's month end and its owner's dispute: fees are gathered into a statement and sent,
// the owner disputes a line, gets his answer and confirms; then it is invoiced, paid in part,
// once and not twice, and in full, and lies on paper. Looked at in three languages, on a desk
// and on a telephone. Ends with `N passed, N failed`.
import { Count, Person, launch, startServer } from './stage.mjs'

const day = (date) => date.toISOString().slice(0, 10)
const now = new Date()
const [first, last] = [0, 1].map((months) =>
  day(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1 - months))),
)
const count = new Count()
const server = await startServer()
const browser = await launch()
try {
  const finance = await Person.arrive(browser, server.base, count, { name: 'finance' })
  const owner = await Person.arrive(browser, server.base, count, { name: 'owner' })
  await finance.act('signs in', () => finance.signIn('finance'))
  const bill = { no: '' }
  await finance.act('gathers the fees of the month', () => gather(finance, bill))
  await finance.act('sends the statement', () => send(finance))
  await owner.act('signs in', () => owner.signIn('acme', '/user/login'))
  await owner.act('disputes a line of it', () => dispute(owner, bill))
  await finance.act('reads which line, and sends it again', () => answer(finance, bill))
  await owner.act('confirms it', () => confirm(owner, bill))
  await finance.act('makes the invoice', () => invoice(finance, bill))
  await finance.act('records a part payment, once and not twice', () => payPart(finance))
  await finance.act('records the rest', () => pay(finance))
  await finance.act('has it on paper', () => paper(finance))
  await finance.act('every invariant holds', server.verify)
  await finance.leave()
  await owner.leave()
  for (const [language, width] of [
    ['zh', 1440],
    ['es', 1440],
    ['en', 390],
  ]) {
    await look(bill, language, width)
  }
} finally {
  await browser.close()
  server.stop()
}
count.report()

async function gather(finance, bill) {
  await finance.go('/tms/fee-base/balance/new')
  await finance.choose('Consignor', 'ACME')
  for (const [label, date] of [
    ['Period from', first],
    ['Period to', last],
  ]) {
    await finance.page
      .getByLabel(new RegExp(`^${label}`))
      .first()
      .fill(date)
    await finance.page.keyboard.press('Enter')
  }
  await finance.button('Save').click()
  await finance.choice('Gather the fees')
  await finance.sees(/^FE\d+/)
  bill.no = /BL\d+/.exec(await finance.page.locator('.record-head').last().innerText())[0]
  await finance.picture('bookkeeper-gathered')
}

async function send(finance) {
  await finance.take('Bill and send')
  await finance.button('Confirm').waitFor()
}

async function openBill(person, path, bill) {
  await person.go(`${path}?q=${bill.no}`)
  await person.sees(bill.no)
  await person.page.locator('main').getByText(bill.no).filter({ visible: true }).first().click()
}

/** Takes an action with what its dialog asks, by its labels. */
async function fill(person, action, values) {
  const more = person.page.getByRole('menuitem', { name: new RegExp(`^${action}$`) })
  await person.rest()
  await person.button('More').click() // a column of the lines is called Dispute, too
  if ((await more.count()) > 0) await more.click()
  else await person.choice(action)
  const dialog = await person.dialog()
  for (const [label, value] of Object.entries(values))
    await dialog.getByLabel(label, { exact: false }).first().fill(value)
  await dialog.getByRole('button').last().click()
  return dialog
}

async function dispute(owner, bill) {
  await openBill(owner, '/user/service/fee/balance', bill)
  await fill(owner, 'Dispute', { Dispute: 'Not ours', 'Disputed lines': '1' })
  await owner.sees('Disputed')
  await owner.picture('bookkeeper-disputed')
}

async function answer(finance, bill) {
  await openBill(finance, '/tms/fee-base/balance', bill)
  await finance.sees('Not ours')
  await finance.take('Send again')
  await finance.button('Confirm').waitFor()
}

async function confirm(owner, bill) {
  await openBill(owner, '/user/service/fee/balance', bill)
  await owner.take('Confirm')
  await owner.sees('Confirmed')
}

async function invoice(finance, bill) {
  await openBill(finance, '/tms/fee-base/balance', bill)
  await fill(finance, 'Invoice', { 'Invoice number': 'INV-1' })
  await finance.button('Paid in full').waitFor()
}

async function payPart(finance) {
  const dialog = await fill(finance, 'Record a part payment', {
    Amount: '999999',
    'Payment reference': 'BANK-1',
  })
  await finance.page
    .getByText(/less than the amount due/)
    .first()
    .waitFor()
  await dialog.getByLabel('Amount').fill('10')
  await dialog.getByRole('button').last().click()
  await finance.sees('Paid in part')
  const again = await fill(finance, 'Record a part payment', {
    Amount: '10',
    'Payment reference': 'BANK-1',
  })
  await finance.page.getByText('This payment is already recorded').first().waitFor()
  await again.getByRole('button', { name: 'Back' }).click()
}

async function pay(finance) {
  await fill(finance, 'Paid in full', { 'Payment reference': 'BANK-2' })
  await finance.sees('BANK-2')
}

async function paper(finance) {
  const sheet = finance.page.context().waitForEvent('page')
  sheet.catch(() => undefined) // told where it is waited for
  await finance.page.getByRole('link', { name: 'Print' }).filter({ visible: true }).first().click()
  const preview = await sheet
  await preview.getByText('1 page', { exact: true }).waitFor()
  await preview.close()
}

async function look(bill, language, width) {
  const viewport = { width, height: 900 }
  const name = `bookkeeper-${language}-${width}`
  const person = await Person.arrive(browser, server.base, count, { name, language, viewport })
  await person.act('the statement is looked at', async () => {
    await person.signIn('finance')
    await openBill(person, '/tms/fee-base/balance', bill)
    await person.sees('INV-1')
    await person.picture(name)
  })
  await person.leave()
}
