// From plan to shelf with damage: a lead makes a notice of a plan, a receiver takes what
// comes with a wrong scan, an undo, damaged goods and a supervisor's leave for more, the
// goods are put away by order, and the damaged ones are reported and settled. The figures
// of all documents agree in the end. Ends with `N passed, N failed`.
import { Hands } from './floor/hands.mjs'
import { equal } from './shell/expect.mjs'
import { Count, Person, launch, startServer } from './stage.mjs'

const [goods, others] = ['6900000001001', '6900000001002']

const count = new Count()
const server = await startServer()
const browser = await launch()
const floorWindow = { name: 'receiver', viewport: { width: 390, height: 844 } }
try {
  const desk = await Person.arrive(browser, server.base, count, { name: 'lead' })
  const floor = await Person.arrive(browser, server.base, count, floorWindow)
  const hands = [new Hands(desk), new Hands(floor)]
  await desk.act('signs in', () => desk.signIn('lead'))
  await floor.act('signs in', () => floor.signIn('picker'))
  for (const one of hands) await one.begin()
  const notice = await announce(desk)
  await receive(floor, notice)
  await putAway(desk, floor)
  await settleDamage(desk)
  await figuresAgree(desk, notice)
  for (const one of hands) one.tell()
  await desk.act('every invariant holds', server.verify)
  await floor.leave()
  await desk.leave()
} finally {
  await browser.close()
  server.stop()
}
count.report()

/** Makes a notice of the plan, which opens, and has it unloaded; gives its number. */
async function announce(desk) {
  let number
  await desk.act('the next step of a plan leads to the notice that it made', async () => {
    await desk.go('/inbound/purchase/quotation?q=DEMO-IP-1')
    await desk.openRecord(/^IP\d+$/)
    await desk.button('Make notice').click()
    await desk.page.waitForURL(/\/inbound\/purchase\/order\/\d+$/)
    await desk.button('Confirm').waitFor()
    number = await desk.page.locator('main h1 .mono, main h1 code').last().innerText()
  })
  await desk.act('it is confirmed, arrives and is unloaded', async () => {
    for (const step of ['Confirm', 'Arrive', 'Unload']) await goOn(desk, step)
    await desk.button('Receive now').waitFor()
  })
  return number
}

/** Takes the step that the page offers next. */
async function goOn(desk, step) {
  await desk.button(step).waitFor()
  await desk.take(step)
}

async function receive(floor, notice) {
  await floor.act('the receiver takes the notice from its card', async () => {
    await floor.station('/inbound/scan-enter/order')
    await floor.sees(notice)
    await floor.button('Receive').click()
    await floor.sees('Scan the staging position')
    await floor.scan('R-01', 'Scan the item')
  })
  await floor.act('a wrong scan is told, and changes nothing', async () => {
    await floor.rest()
    await floor.scan('NO-SUCH-CODE', 'NO-SUCH-CODE')
    await floor.sees('0 / 340')
  })
  await floor.act('what is damaged is received as such', async () => {
    await floor.scan(goods, 'enter the quantity')
    await floor.scan('228', 'Received AC-1001 × 228')
    await floor.scan(goods, 'enter the quantity')
    await floor.rest()
    await floor.page.keyboard.press('F6')
    await floor.sees('choose the quality')
    await floor.page.getByText('Machine damage').first().click()
    await floor.sees('at most 12')
    await floor.sees('Machine damage')
    await floor.picture('inbound-damaged')
    await floor.rest()
    await floor.scan('12', 'Received AC-1001 × 12 (Machine damage)')
  })
  await floor.act('more than announced comes in by a supervisor’s leave', async () => {
    await floor.scan(others, 'enter the quantity')
    await floor.scan('104', 'at most')
    await floor.page.getByRole('button', { name: 'Supervisor' }).click()
    const dialog = await floor.dialog()
    await dialog.getByRole('textbox', { name: 'Account' }).fill('lead')
    await dialog.locator('input[type=password]').fill('wareloom')
    await dialog.getByRole('button', { name: 'Allow' }).click()
    await floor.sees('Received AC-1002 × 104')
  })
  await floor.act('an undo takes the last back, and it is received again', async () => {
    await floor.button('Undo').click()
    await floor.sees('240 / 340')
    await floor.page.keyboard.press('F4')
    await floor.rest()
    await floor.scan(others, 'enter the quantity')
    await floor.scan('95', 'Received AC-1002 × 95')
  })
  await floor.act('what differs is confirmed', async () => {
    await floor.rest()
    await floor.page.keyboard.press('F2')
    await floor.sees('finish anyway')
    await floor.picture('inbound-differs')
    await floor.button('Confirm').click()
    await floor.sees('Receiving is complete')
  })
}

async function putAway(desk, floor) {
  let order
  await desk.act('a shelving order is made of the notice, and opens', async () => {
    await desk.page.reload()
    await desk.rest()
    await desk.choice('Create shelving order')
    await desk.page.waitForURL(/\/inbound\/scan-shelve\/records\/\d+$/)
    await desk.button('Assign').waitFor()
    order = await desk.page.locator('main h1 .mono, main h1 code').last().innerText()
    await desk.button('Assign').click()
    await desk.dialog()
    await desk.choose('Worker', 'Pia')
    await desk.page.getByRole('dialog').getByRole('button').last().click()
    await desk.button('Put away now').waitFor()
  })
  await floor.act('it waits for its worker, and is put away line by line', async () => {
    await floor.station('/inbound/scan-shelve/shelve-order')
    await floor.sees(order)
    await floor.button('Put away').click()
    await floor.sees('Take goods from R-01')
    await floor.scan(others, 'enter the quantity')
    await floor.scan('95', 'scan the position')
    await floor.scan(await floor.fact('position'), 'put away at')
    await floor.scan(goods, 'choose one')
    await floor.page.locator('main').getByText('Machine damage').first().click()
    await floor.sees('enter the quantity')
    await floor.scan('12', 'scan the position')
    await floor.scan('DMG-01', 'put away at DMG-01')
    await floor.scan(goods, 'enter the quantity')
    await floor.scan('228', 'scan the position')
    await floor.scan(await floor.fact('position'), 'put away at')
    await floor.sees('All done')
    await floor.picture('inbound-shelved')
  })
}

async function settleDamage(desk) {
  const { page } = desk
  await desk.act('the damaged goods are told of where they lie now', async () => {
    await desk.go('/inbound/purchase/damaged-order')
    await desk.openRecord(/^DM\d+$/)
    await desk.sees('DMG-01')
    await goOn(desk, 'Report to the owner')
    await desk.button('Decide').waitFor()
  })
  await desk.act('they are decided and settled', async () => {
    await desk.button('Edit').click()
    await page.locator('[data-field=disposition]').first().click()
    await page.keyboard.type('Destroy')
    await page.keyboard.press('Enter')
    await desk.picture('inbound-decided')
    await desk.button('Save').click()
    await desk.rest()
    for (const step of ['Decide', 'Carry out', 'Close']) await goOn(desk, step)
    await desk.sees('Closed')
  })
}

/** Plan, notice and stock say the same. */
async function figuresAgree(desk, notice) {
  await desk.act('plan, notice and stock agree', async () => {
    await desk.go('/inbound/purchase/quotation?q=DEMO-IP-1')
    await desk.openRecord(/^IP\d+$/)
    await desk.sees('335')
    await desk.go(`/inbound/purchase/order?q=${notice}`)
    await desk.openRecord(notice)
    await desk.sees('Done')
    const answer = desk.page.waitForResponse((one) => one.url().endsWith('/api/data/quant/query'))
    await desk.go('/storage/base/detail')
    const { rows } = (await (await answer).json()).data
    const held = (sku) =>
      rows
        .filter((row) => row.warehouse_id__label.startsWith('SH1') && row.on_hand > 0)
        .filter((row) => row.product_id__label.startsWith(sku))
        .map(({ on_hand, quality }) => [on_hand, quality])
    equal(held('AC-1001'), [[228, 'ZP']])
    equal(held('AC-1002'), [[95, 'ZP']])
  })
}
