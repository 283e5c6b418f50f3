// One parcel, one number: an order goes by a carrier that is down, is packed all the same,
// says what it waits for, gets its number when the carrier is there again, whose own label
// then lies in the tray of the bench, is sent, and can be followed from its order to its waybill, its tracking and the public page. Looked at in
// three languages, on a desk and on a telephone. Ends with `N passed, N failed`.
import { spawn } from 'node:child_process'
import { copyFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { lookAtPrints, openBench } from './floor/bench.mjs'
import { Hands } from './floor/hands.mjs'
import { fillBins } from './floor/notice.mjs'
import { Count, Person, launch, startServer } from './stage.mjs'

const goods = '6900000001002'
const order = 'DEMO-SO-02' // five of the goods

const count = new Count()
const server = await startServer()
const browser = await launch()
let carrier, bench
try {
  const desk = await Person.arrive(browser, server.base, count, { name: 'parcels' })
  bench = await openBench(desk, server)
  const hands = new Hands(desk)
  await fillBins(server, [{ item: goods, pieces: '60', bin: 'A-02-01-1' }])
  await desk.act('signs in', () => desk.signIn('admin'))
  await hands.begin()
  await desk.act('the order goes by a carrier that gives its numbers', () => byCarrier(desk))
  await desk.act('it is picked and packed while the carrier is down', () => pack(desk))
  await desk.act('the list of numbers says what it waits for', () => waiting(desk))
  await desk.act('it cannot be sent without its number', () => held(desk))
  carrier = spawn(resolve('bin/wareloom'), ['carrier', '--every', '1s'], { stdio: 'ignore' })
  await desk.act('the carrier is there again, and gives the number', () => given(desk))
  await desk.act('its label lies at the bench, and ours does not', () => labelled(bench))
  await lookAtPrints(desk, bench, "Carrier's label")
  await desk.act('it is sent by its number', () => send(desk))
  await desk.act('the order leads to its waybill', () => follow(desk))
  hands.tell()
  for (const [language, width] of [
    ['zh', 1440],
    ['es', 1440],
    ['en', 390],
  ]) {
    await look(language, width)
  }
  await desk.act('every invariant holds', server.verify)
  await desk.leave()
} finally {
  carrier?.kill()
  bench?.close()
  await browser.close()
  server.stop()
}
count.report()

async function openOrder(desk) {
  await desk.go(`/outbound/sale/order?q=${order}`)
  await desk.openRecord(/^SO\d+$/)
}

async function byCarrier(desk) {
  await openOrder(desk)
  await desk.choice('Change carrier')
  await desk.dialog()
  await desk.choose('Express company', 'Demo express')
  const dialog = await desk.dialog()
  await dialog.getByRole('button').last().click()
  await desk.rest()
  for (const step of ['Allocate', 'Add to wave']) {
    await desk.button(step).waitFor()
    await desk.take(step)
  }
  await desk.button('Show wave .*').waitFor()
}

async function pack(desk) {
  await desk.station('/outbound/operation/picking')
  await desk.page.keyboard.press('F2')
  await desk.sees('Scan the cart or tote')
  await desk.scan('TOTE-1', 'and scan it')
  await desk.scan(await desk.fact('position'), /^Scan AC/)
  await desk.scan(goods, /: pick/)
  await desk.scan('5', /Picked|complete/)
  await desk.station('/outbound/operation/verify-by-order')
  await desk.page.keyboard.type('BENCH-1', { delay: 3 })
  await desk.page.keyboard.press('Enter')
  await desk.page.locator('header').getByText('BENCH-1').waitFor()
  await desk.scan(order, 'Scan the item')
  for (let i = 0; i < 5; i++) await desk.scan(goods, /Scan the item|Scan the box/)
  await desk.page.keyboard.press('F3')
  await desk.sees('Weigh it')
  await desk.scan('1.25', 'is packed')
}

async function waiting(desk) {
  await desk.go('/api/carrier/number')
  await desk.sees('Number awaited')
  await desk.picture('parcels-awaited')
}

async function held(desk) {
  await desk.station('/outbound/send/check')
  await desk.scan(order, /still awaits its number/)
  await desk.picture('parcels-held')
}

async function given(desk) {
  await desk.go('/api/carrier/number')
  await desk.openRecord(/^CO\d+$/)
  await desk.choice('Ask now').catch(() => undefined) // it may have come meanwhile
  await desk.page
    .getByText(/SIM\d{10}/)
    .filter({ visible: true })
    .first()
    .waitFor()
  await desk.picture('parcels-given')
}

async function labelled(bench) {
  await bench.out(1)
  if (bench.labels().length !== 1) throw new Error(bench.labels().join(' '))
  copyFileSync(bench.path(bench.labels()[0]), 'tests/e2e/shots/parcels-label.png')
}

async function send(desk) {
  await desk.station('/outbound/send/check')
  await desk.scan('SIM0000000001', /sent/)
}

async function follow(desk) {
  await openOrder(desk)
  await desk.sees('SIM0000000001')
  await desk.picture('parcels-order')
  await desk.go('/tms/waybill-base/waybill?q=SIM0000000001')
  await desk.openRecord(/^WB\d+$|^YD\d+$|^\w+\d{6,}$/)
  await desk.picture('parcels-waybill')
}

/** Pictures of what a person looks at, in a language and a width. */
async function look(language, width) {
  const name = `parcels-${language}-${width}`
  const person = await Person.arrive(browser, server.base, count, {
    name,
    language,
    viewport: { width, height: width < 500 ? 844 : 900 },
  })
  await person.act('the rooms of numbers and parcels are looked at', async () => {
    await person.signIn('admin')
    for (const [room, path] of Object.entries({
      number: '/api/carrier/number',
      calls: '/api/carrier/calls',
      account: '/api/carrier/account',
      route: '/tms/waybill-base/route-task',
      sorting: '/tms/parcelpanel-base/sorting-printer',
      panel: '/tms/parcelpanel-base/pc-panel',
    })) {
      await person.open(path)
      await person.rest()
      await person.page.locator('main .ant-skeleton').first().waitFor({ state: 'detached' })
      await person.picture(`${name}-${room}`)
    }
    await person.go('/way-search/SIM0000000001')
    await person.picture(`${name}-public`)
  })
  await person.leave()
}
