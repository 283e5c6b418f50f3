// The road of goods by hand on a desk: from the pre-arrival notice to the package
// handed over, with the errors that people make, and one return.

import { callerOf } from './payloads/caller.mjs'

/**
 * Walks the whole road as the demo's administrator. Others may come by at its stops:
 * when goods are unloaded, and when a wave waits to be picked.
 */
export async function walkTheRoad(person, { unloaded, waved } = {}) {
  const { page } = person
  await person.act('signs in', async () => {
    await person.signIn('admin')
    await person.sees('Ada Admin')
    await person.picture('dashboard')
  })
  await person.act('a notice arrives and is unloaded', async () => {
    await person.go('/inbound/purchase/order')
    await page
      .getByText(/^AS\d+1$/)
      .last()
      .click()
    await person.take('Arrive')
    await person.sees('Arrived')
    await person.take('Unload')
    await person.button('Receive now').waitFor()
    await person.picture('notice')
  })
  await unloaded?.()
  await person.act('goods are received by scan, a wrong one is refused', () => receive(person))
  await person.act('goods are shelved', () => shelve(person))
  await person.act('orders are allocated', async () => {
    await person.go('/outbound/sale/order')
    for (const order of [2, 5, 6]) await allocate(person, order)
    await person.picture('order')
  })
  await person.act('allocated orders become a wave', () => makeWave(person))
  await waved?.()
  await person.act('the pick bills of the wave open on paper at their address', () =>
    openBills(person),
  )
  await person.act('the wave is picked, wrong scans are refused', () => pick(person))
  await person.act('orders are verified and packed', () => verify(person))
  await person.act('packages are handed over, each once', () => send(person))
  await person.act('the history shows what was sent', async () => {
    await person.go('/outbound/send/history')
    await person.sees(/^PK\d+$/)
    await person.picture('send-history')
  })
  await person.act('the ledger tells every step', async () => {
    await person.go('/storage/base/history')
    for (const step of ['Shipment', 'Pack']) await person.sees(step)
    await person.picture('stock-history')
  })
  await person.act('goods come back', () => takeBack(person))
}

async function receive(person) {
  await person.station('/inbound/scan-enter/order')
  await person.sees('Scan the notice')
  await person.scan('DEMO-ASN-1', 'Scan the staging position')
  await person.scan('R-01', 'Scan the item')
  await person.scan('NO-SUCH-CODE', 'NO-SUCH-CODE')
  await person.scan('6900000001001', 'enter the quantity')
  await person.picture('station')
  await person.scan('240', 'Received AC-1001')
  await person.scan('6900000001002', 'enter the quantity')
  await person.scan('60', 'Received AC-1002')
  await person.scan('6900000001003', 'enter the quantity')
  await person.scan('120', /Received AC-1003|All done/)
  await person.page.keyboard.press('F2')
  await person.sees(/All done|Receiving is complete/)
}

async function shelve(person) {
  await person.station('/inbound/scan-shelve/no-order')
  await person.scan('R-01', 'Scan the item')
  for (const [code, qty, bin] of [
    ['6900000001001', '240', 'A-01-01-1'],
    ['6900000001002', '60', 'A-02-01-1'],
    ['6900000001003', '120', 'A-03-05-1'],
  ]) {
    await person.scan(code, 'enter the quantity')
    await person.scan(qty, 'scan the position')
    await person.scan(bin, /All done|put away at/)
  }
}

async function allocate(person, order) {
  await person.go('/outbound/sale/order')
  await person.page
    .getByText(new RegExp(`^SO\\d+0${order}$`))
    .last()
    .click()
  await person.take('Allocate')
  await person.page.locator('[aria-current=step]', { hasText: 'Allocated' }).waitFor()
}

async function makeWave(person) {
  await person.go('/outbound/operation/create-wave')
  await person.page.getByRole('checkbox').first().waitFor()
  await person.page.getByRole('checkbox').first().check()
  await person.picture('create-wave')
  await person.page.getByRole('button', { name: /^Create wave \(3\)/ }).click()
  await person.sees('Results')
  await person.go('/outbound/operation/wave')
  await person.sees('Released')
  await person.picture('waves')
}

/** Opens the pick bills as a link from elsewhere does, by their ids. */
async function openBills(person) {
  const { page } = person
  const call = await callerOf(person.base, 'admin')
  const { rows } = await call('/api/data/pick_bill/query', { size: 5 })
  const ids = rows.map(({ id }) => id)
  await person.go(`/outbound/operation/order-pick-bill-print/${ids.join()}`)
  const paper = page.getByRole('img', { name: 'Pick bill', exact: true })
  await paper.waitFor()
  await paper.evaluate((image) => image.decode())
  await person.picture('pick-bills')
}

/** Picks the wave's bills, with a wrong position and a wrong item on the way. */
async function pick(person) {
  await person.station('/outbound/operation/picking')
  await person.page.keyboard.press('F2')
  await person.sees('Scan the cart or tote')
  await person.scan('TOTE-1', 'and scan it')
  await person.picture('pick')
  await person.scan('A-10-20-3', 'Wrong position')
  let wrong = true
  while (!(await finished(person))) {
    await person.scan(await person.fact('position'), /^Scan AC/)
    const sku = (await person.fact('item')).split(' ')[0]
    if (wrong) await person.scan(sku === 'AC-1002' ? 'AC-1003' : 'AC-1002', 'Wrong item')
    wrong = false
    await person.scan(sku, /: pick/)
    await person.scan(await person.fact('qty'), /Picked|complete/)
  }
}

async function finished(person) {
  return (await person.page.locator('.station-target [data-field=position]').count()) === 0
}

const orders = {
  'DEMO-SO-02': [['6900000001002', 5]],
  'DEMO-SO-05': [
    ['6900000001001', 1],
    ['6900000001003', 5],
  ],
  'DEMO-SO-06': [
    ['6900000001001', 2],
    ['6900000001003', 5],
  ],
}

/** Scans every piece of each order; one too many and a stranger are refused. */
async function verify(person) {
  await person.station('/outbound/operation/verify-by-order')
  for (const [order, lines] of Object.entries(orders)) {
    await person.scan(order, 'Scan the item')
    await person.scan('6900000002001', /does not belong|not known|unknown/i)
    for (const [code, pieces] of lines)
      for (let i = 0; i < pieces; i++) await person.scan(code, /Scan the item|Scan the box/)
    await person.sees('Scan the box')
    await person.page.keyboard.press('F3')
    await person.sees('Weigh it')
    await person.picture('weigh')
    await person.scan('1.25', 'is packed')
  }
}

async function send(person) {
  await person.go('/outbound/operation/verify-query')
  await person.sees(/^PK\d+$/)
  const numbers = await person.page
    .locator('main')
    .getByText(/^PK\d+$/)
    .allInnerTexts()
  const packages = [...new Set(numbers)]
  if (packages.length < 3) throw new Error(`${packages.length} packages are packed`)
  await person.station('/outbound/send/check')
  for (const one of packages) await person.scan(one, `${one} sent`)
  await person.scan(packages[0], 'was already sent')
}

/** Returns a piece of a shipped order, which brings its owner, warehouse and lines. */
async function takeBack(person) {
  const { page } = person
  await person.go('/outbound/service/return')
  await person.button('New').click()
  await person.choose('Order', '000006')
  await page.locator('[data-field=product_id]').filter({ hasText: 'AC-1003' }).waitFor()
  await page.locator('[data-field=product_id]').filter({ hasText: 'AC-1001' }).click()
  await page.keyboard.press('Control+Delete')
  await page.locator('[data-field=qty]').first().click()
  await page.keyboard.type('1')
  await person.picture('return')
  await person.button('Save').click()
  for (const action of ['Submit', 'Receive', 'Grade']) await person.take(action)
  await person.button('Return to stock').click()
  await person.dialog()
  await page.getByRole('dialog').getByLabel('Position').focus()
  await page.keyboard.type('MX-') // another warehouse's
  await person.rest()
  if ((await page.locator('.ant-select-item-option').filter({ visible: true }).count()) > 0)
    throw new Error('a position of another warehouse is offered')
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await person.choose('Position', 'A-03-05-1')
  await page.getByRole('dialog').getByRole('button').last().click()
  await person.sees('Processed')
}
