// An order from audit to hand-over that does not go smoothly: a bin holds less than the
// book, a wrong piece is scanned, a scan is undone, the label is printed again, and the
// packed order is intercepted, which the station tells, before it goes after all. Ends
// with `N passed, N failed`.
import { Hands } from './floor/hands.mjs'
import { fillBins, twoBins } from './floor/notice.mjs'
import { Count, Person, launch, startServer } from './stage.mjs'

const [goods, wrong] = ['6900000001002', '6900000001001']
const order = 'DEMO-SO-02' // five of the goods

const count = new Count()
const server = await startServer()
const browser = await launch()
try {
  const desk = await Person.arrive(browser, server.base, count, { name: 'desk' })
  const hands = new Hands(desk)
  await fillBins(server, twoBins(goods))
  await desk.act('signs in', () => desk.signIn('admin'))
  await hands.begin()
  await desk.act('an audited order is allocated and put into a wave', () => makeWave(desk))
  await desk.act('a bin holds less: it is told, and the rest is picked elsewhere', () => pick(desk))
  await desk.act('a wrong piece is refused, and a scan undone', () => verify(desk))
  const parcel = await print(desk)
  await desk.act('the packed order is intercepted', () => intercept(desk))
  await desk.act('the station tells it, and where to put it', async () => {
    await desk.station('/outbound/send/check')
    await desk.scan(parcel, 'Stop and put it at SHIP-02')
    await desk.picture('intercept-told')
  })
  await desk.act('it goes on again, and is handed over', async () => {
    await openOrder(desk)
    await desk.take('Release interception')
    await desk.station('/outbound/send/check')
    await desk.scan(parcel, `${parcel} sent`)
  })
  hands.tell()
  await desk.act('every invariant holds', server.verify)
  await desk.leave()
} finally {
  await browser.close()
  server.stop()
}
count.report()

async function openOrder(desk) {
  await desk.go(`/outbound/sale/order?q=${order}`)
  await desk.openRecord(/^SO\d+$/)
}

/** Takes the step that the page offers next. */
async function goOn(desk, step) {
  await desk.button(step).waitFor()
  await desk.take(step)
}

async function makeWave(desk) {
  await openOrder(desk)
  await goOn(desk, 'Allocate')
  await goOn(desk, 'Add to wave')
  await desk.button('Show wave .*').waitFor()
}

async function pick(desk) {
  await desk.station('/outbound/operation/picking')
  await desk.page.keyboard.press('F2')
  await desk.sees('Scan the cart or tote')
  await desk.scan('TOTE-1', 'and scan it')
  const first = await desk.fact('position')
  await desk.scan(first, /^Scan AC/)
  await desk.scan(goods, /: pick/)
  await desk.scan('3', 'Picked')
  await desk.rest()
  await desk.page.keyboard.press('F6')
  await desk.sees('why is it short')
  await desk.page.getByText('Not found').first().click()
  await desk.rest()
  await desk.picture('intercept-short')
  const second = await desk.fact('position')
  if (second === first) throw new Error(`the rest is to be picked at ${second} again`)
  await desk.scan(second, /^Scan AC/)
  await desk.scan(goods, /: pick/)
  await desk.scan('2', /Picked|complete/)
}

async function verify(desk) {
  await desk.station('/outbound/operation/verify-by-order')
  await desk.scan(order, 'Scan the item')
  await desk.scan(wrong, /does not belong|not known|unknown/i)
  await desk.scan(goods, 'Scan the item')
  await desk.button('Undo').click()
  await desk.rest()
  for (let i = 0; i < 5; i++) await desk.scan(goods, /Scan the item|Scan the box/)
  await desk.page.keyboard.press('F3')
  await desk.sees('Weigh it')
  await desk.scan('1.25', 'is packed')
}

/** Prints the label of the package twice; the second time wants a reason. Gives its number. */
async function print(desk) {
  const { page } = desk
  let parcel
  await page.context().addInitScript(() => {
    Object.defineProperty(window.HTMLIFrameElement.prototype, 'contentWindow', {
      get: () => ({ print: () => (window.handedOver = (window.handedOver ?? 0) + 1) }),
    })
  })
  await desk.act('the label is printed, and again with a reason', async () => {
    await desk.go('/outbound/operation/verify-query')
    parcel = await page
      .locator('main')
      .getByText(/^PK\d+$/)
      .first()
      .innerText()
    await page.locator('main tbody').getByRole('checkbox').first().click()
    const opened = page.context().waitForEvent('page')
    await page
      .getByRole('toolbar', { name: 'Selection' })
      .getByRole('link', { name: 'Print' })
      .click()
    const preview = await opened
    const print = preview.getByRole('button', { name: 'Print', exact: true })
    await print.click()
    await preview.getByText(/^Printed 1 time, last by Ada Admin at /).waitFor()
    await preview.getByLabel('Why it is printed again').fill('torn')
    await print.click()
    await preview.getByText(/^Printed 2 times, last by Ada Admin at /).waitFor()
    await preview.close()
  })
  return parcel
}

async function intercept(desk) {
  await openOrder(desk)
  await desk.choice('Intercept')
  const dialog = await desk.dialog()
  await dialog.getByLabel(/^Reason/).fill('The customer cancels')
  await dialog.getByLabel(/^Put it at/).fill('SHIP-02')
  await dialog.getByRole('button').last().click()
  await desk.sees('Intercepted')
}
