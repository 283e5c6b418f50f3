// Picked goods whose lot is held: the lead is led back from them. On the way the walk of a
// building with a rack askew is called an estimate.
import { becomes, equal } from '../shell/expect.mjs'

const chocolate = '(01)06900000002002(10)HELD-1(17)310131'

/** Takes what the screen offers next. */
async function goOn(person, words) {
  const next = person.page.locator('.next-step, .station-next .ant-btn-primary')
  await next.filter({ visible: true, hasText: words }).first().click()
  await person.rest()
}

/** Goes on at a station and waits for its question. */
async function station(person, words, question) {
  await goOn(person, words)
  await person.sees(question)
  await person.rest()
}

/** Fills a field of the form. */
function fill(person, title, text) {
  const label = person.page.getByLabel(new RegExp(`^${title}( \\*)?$`))
  return label.filter({ visible: true }).first().fill(text)
}

/** Scans a code into the lines of a document. */
async function scanLine(person, code) {
  const { page } = person
  await page.getByLabel('Scan to add').filter({ visible: true }).focus()
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
  await page.locator('main tr[data-line]').filter({ visible: true, hasText: 'AC-2002' }).waitFor()
}

async function begin(person, path) {
  await person.open(`${path}/new`)
  await person.choose('Consignor', 'ACME')
  await person.choose('Warehouse', 'SH1')
}

export async function leadBackFromAHeldLot(person) {
  const { page } = person
  await person.act('goods of a lot come in', () => receiveTheLot(person))
  await person.act('a rack stands askew', async () => {
    await person.open('/storage/setting/position?q=A-10-20-3')
    await person.openRecord('A-10-20-3')
    await person.choice('Edit')
    await fill(person, 'X', '1.3')
    await person.button('Save').click()
    await person.button('Edit').waitFor()
  })
  const order = await orderTheLot(person)
  await person.act('the station calls the walk an estimate', async () => {
    await goOn(person, 'Add to wave')
    if ((await page.getByRole('dialog').count()) > 0) await page.keyboard.press('Enter')
    await goOn(person, /^Show wave/)
    await station(person, 'Pick now', 'Scan the cart or tote')
    await person.sees('Walk, estimated')
    await person.picture('pick-estimated')
    await person.scan('TOTE-2', 'and scan it')
    await person.scan(await person.fact('position'), /^Scan AC/)
    await person.scan('AC-2002', /: pick/)
    await page.waitForTimeout(600) // an Enter within half a second is still the scanner's
    await page.keyboard.press('Enter')
    await person.button('Pack this order').waitFor()
  })
  await person.act('a held lot leads the lead back', async () => {
    await person.open('/storage/operation/validity-adjust')
    await person.openRecord('HELD-1')
    await person.choice('Hold')
    const dialog = await person.dialog()
    await dialog.getByLabel(/Reason/).fill('Crushed')
    await dialog.getByRole('button').last().click()
    await person.sees('On hold')
    const aside = page.locator('.next-step').filter({ hasText: 'Set aside and reallocate' })
    await becomes(async () => {
      await person.open(order.path) // a job marks it, soon after the lot is held
      await person.sees('AC-2002')
      await person.rest()
      return aside.count()
    }, 1)
    await person.picture('order-unfit')
    await goOn(person, 'Set aside and reallocate')
    await offersOwnPlaces(person)
    await page.getByRole('dialog').getByRole('button').last().click()
    await person.sees('Short')
    await person.picture('order-set-aside')
  })
}

/** The places that the dialog offers are those of the order's warehouse. */
async function offersOwnPlaces(person) {
  const { page } = person
  const dialog = await person.dialog()
  const offered = page.locator('.ant-select-item-option').filter({ visible: true })
  await dialog.getByLabel('Put at').focus()
  await page.keyboard.type('A-01-01')
  await offered.filter({ hasText: 'A-01-01-1' }).first().waitFor()
  equal(await offered.filter({ hasText: 'MX-' }).count(), 0)
  await person.picture('unfit-dialog')
  await page.keyboard.press('Escape')
}

async function receiveTheLot(person) {
  await begin(person, '/inbound/purchase/order')
  await scanLine(person, chocolate)
  await person.button('Save').click()
  for (const action of ['Confirm', 'Arrive', 'Unload']) await person.take(action)
  await station(person, 'Receive now', 'Scan the staging position')
  await person.scan('R-01', 'Scan the item')
  await person.scan('AC-2002', 'enter the quantity')
  await person.scan('1', /Received AC-2002|All done/)
  await person.page.keyboard.press('F2')
  await person.sees(/Receiving is complete|All done/)
  await station(person, 'Put away now', 'Scan the item')
  await person.scan('AC-2002', 'enter the quantity')
  await person.scan('1', 'scan the position')
  await person.scan('A-04-01-1', /All done|put away at|Put/)
}

async function orderTheLot(person) {
  const order = { path: '' }
  await person.act('an order of the lot is allocated', async () => {
    await begin(person, '/outbound/sale/order')
    await person.choose('Country', 'China')
    await scanLine(person, 'AC-2002')
    for (const [title, text] of [
      ['Receiver', 'Somebody'],
      ['Phone', '13900000000'],
      ['City', 'Shanghai'],
      ['Address', '1'],
    ])
      await fill(person, title, text)
    await person.button('Save').click()
    await goOn(person, 'Audit')
    await goOn(person, 'Allocate')
    await person.button('Add to wave').waitFor()
    order.path = new URL(person.page.url()).pathname
  })
  return order
}
