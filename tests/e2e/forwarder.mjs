// A forwarder's day: a parcel is announced, received, weighed, charged, numbered, sorted, put on
// a panel, flown, declared and delivered, with the slips that people make on the way; then it is
// looked at by a stranger who knows its number, in three languages, on a desk and on a telephone.
// Ends with `N passed, N failed`.
import { Count, Person, launch, startServer } from './stage.mjs'

const number = 'T-7001'
const count = new Count()
const server = await startServer()
const browser = await launch()
try {
  const desk = await Person.arrive(browser, server.base, count, { name: 'forwarder' })
  await desk.act('signs in', () => desk.signIn('admin'))
  await desk.act('announces a parcel of filed goods', () => announce(desk))
  await desk.act('receives it', () => step(desk, 'Receive', 'Weigh'))
  await desk.act('is told that nobody lifts 950 kg, and mends the weight', () => weigh(desk))
  await desk.act('charges it by the freight price, not by a typed figure without a reason', () =>
    charge(desk),
  )
  await desk.act('confirms the payment', () => step(desk, 'Confirm payment', 'Assign number'))
  await desk.act('types its number', () => assign(desk))
  await desk.act('sorts it by a scan', () => sort(desk))
  await desk.act('cannot load it without a card', () => refused(desk))
  await desk.act('gives it its card', () => card(desk))
  await desk.act('begins its panel with it, and closes the panel', () => load(desk))
  await desk.act('flies it', () => fly(desk))
  await desk.act('cannot clear its voyage before customs did', () => notCleared(desk))
  await desk.act('takes it through customs', () => declare(desk))
  await desk.act('brings it to the door', () => deliver(desk))
  await desk.act('every invariant holds', server.verify)
  await desk.leave()
  for (const [language, width, said] of [
    ['zh', 1440, '海关放行'],
    ['es', 1440, 'Liberado por la aduana'],
    ['en', 390, 'Released by customs'],
  ]) {
    await look(language, width, said)
  }
} finally {
  await browser.close()
  server.stop()
}
count.report()

async function announce(desk) {
  const { page } = desk
  const type = (label, text) =>
    page
      .getByRole('textbox', { name: new RegExp(`^${label}`) })
      .filter({ visible: true })
      .first()
      .fill(text)
  await desk.go('/tms/bill-base/editor/new')
  await desk.choose('Consignor', 'ACME')
  await desk.choose('Port', 'HGH')
  await desk.choose('Warehouse', 'SH1')
  await type('Receiver', '李伟')
  await type('Phone', '13900007777')
  await type('City', '杭州')
  await type('Address', '文三路 1 号')
  await type('Incoming', 'IN-7001')
  await desk.button('Add a line').click()
  await page.keyboard.type('HGH-0001')
  await page.locator('.ant-select-item-option').filter({ visible: true }).first().waitFor()
  await page.keyboard.press('Enter') // begins another line, which stays blank
  await page.keyboard.press('Escape')
  const cells = page.locator('[aria-label="Lines"] tbody tr').first().locator('td')
  await cells.nth(7).dblclick()
  await page.keyboard.type('2')
  await page.keyboard.press('Tab')
  await page.keyboard.type('180')
  await page.keyboard.press('Enter')
  await desk.button('Save').click()
  await desk.sees('Alpenmilk') // as the port has it filed
}

/** Takes a step, and waits for the one that follows it. */
async function step(desk, name, next) {
  await desk.take(name)
  await desk.button(next).waitFor()
}

async function weigh(desk) {
  await desk.button('Weigh').click()
  const dialog = await desk.dialog()
  const fields = dialog.locator('input')
  await fields.first().fill('950')
  await dialog.getByRole('button').last().click()
  await dialog.getByText('Too heavy for one piece').waitFor()
  for (const [i, figure] of ['2.3', '30', '25', '20'].entries()) await fields.nth(i).fill(figure)
  await dialog.getByRole('button').last().click()
  await desk.button('Charge').waitFor()
  await desk.sees('2.5kg') // by its volume
}

async function charge(desk) {
  await desk.button('Charge').click()
  const dialog = await desk.dialog()
  await dialog.locator('input').first().fill('10')
  await dialog.getByRole('button').last().click()
  await dialog.getByText('A typed freight needs a reason').waitFor()
  await dialog.locator('input').first().fill('')
  await dialog.getByRole('button').last().click()
  await desk.button('Confirm payment').waitFor()
  await desk.sees('108.50')
}

async function assign(desk) {
  await desk.button('Assign number').click()
  const dialog = await desk.dialog()
  await dialog.getByLabel('Tracking number').fill(number)
  await dialog.getByRole('button').last().click()
  await desk.button('Mark as printed').waitFor()
}

async function sort(desk) {
  await desk.station('/tms/parcelpanel-base/sorting-printer')
  await desk.scan(number, `${number} is sorted`)
}

async function refused(desk) {
  await desk.station('/tms/parcelpanel-base/pc-panel')
  await desk.scan(number, /requires a verified ID card/)
}

async function openParcel(desk) {
  await desk.go(`/tms/waybill-base/waybill?q=${number}`)
  await desk.openRecord(/^WB\d+$/)
}

async function card(desk) {
  await openParcel(desk)
  await desk.button('Edit').click()
  await desk.choose('ID card', '王')
  await desk.button('Save').click()
  await desk.button('Load a panel').waitFor()
}

async function load(desk) {
  await desk.station('/tms/parcelpanel-base/pc-panel')
  await desk.scan(number, 'Weight')
  await desk.scan('2.3', /on the panel/)
  await desk.page.keyboard.press('F8')
  await desk.sees('Scan a panel, or its first parcel')
  await desk.page.getByText(/^Show panel/).click()
  await desk.button('Show voyages').waitFor()
}

async function fly(desk) {
  const { page } = desk
  const panel = /PN\d+/.exec(await page.locator('main h1, .record-head').last().innerText())[0]
  await desk.go('/tms/waybill-base/voyage')
  await desk.openRecord(/^VY\d+$/)
  await desk.button('Edit').click()
  await desk.button('Add a line').click()
  await page.keyboard.type(panel)
  await page.locator('.ant-select-item-option').filter({ visible: true }).first().waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await desk.button('Save').click()
  for (const [name, next] of [
    ['Seal', 'Depart'],
    ['Depart', 'Arrive'],
    ['Arrive', 'Cleared'],
  ]) {
    await desk.button(name).waitFor()
    await step(desk, name, next)
  }
}

async function notCleared(desk) {
  await desk.take('Cleared')
  await desk.page.getByText(/^Waybills still at customs: 1/).waitFor()
}

async function declare(desk) {
  const { page } = desk
  await desk.go('/tms/waybill-base/customs-bill/new')
  await desk.choose('Port', 'HGH')
  await desk.choose('Voyage', 'VY')
  await desk.button('Add a line').click()
  await page.keyboard.type(number)
  await page.locator('.ant-select-item-option').filter({ visible: true }).first().waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await desk.button('Save').click()
  await desk.button('Check').waitFor()
  await step(desk, 'Check', 'Declare')
  await step(desk, 'Declare', 'Accept')
  await desk.button('Accept').click()
  const dialog = await desk.dialog()
  await dialog.getByLabel('Customs number').fill('C-77')
  await dialog.getByRole('button').last().click()
  await desk.button('Release').waitFor()
  await step(desk, 'Release', 'Close')
}

async function deliver(desk) {
  await openParcel(desk)
  await step(desk, 'Hand over', 'Deliver')
  await desk.take('Deliver')
  await desk.sees('Delivered')
  await desk.picture('forwarder-delivered')
}

async function look(language, width, said) {
  const viewport = { width, height: 900 }
  const name = `forwarder-${language}-${width}`
  const stranger = await Person.arrive(browser, server.base, count, { name, language, viewport })
  await stranger.act('sees each milestone, and no name whole', async () => {
    await stranger.open(`/way-search/${number}`)
    await stranger.page.getByText(said).first().waitFor()
    if ((await stranger.page.getByText('李伟').count()) > 0) throw new Error('the name is shown')
    await stranger.picture(name)
  })
  await stranger.leave()
}
