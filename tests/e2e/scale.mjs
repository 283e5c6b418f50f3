// A bench with a scale: its agent reads it, a packer takes the weight of a box without typing,
// and types one with a reason once the scale is dead. Ends with `N passed, N failed`.
import { freePort, pairAgent, start, until } from './floor/bench.mjs'
import { fillBins, twoBins } from './floor/notice.mjs'
import { Count, Person, launch, startServer } from './stage.mjs'

const order = 'DEMO-SO-02' // five of the goods
const goods = '6900000001002'
const parcel = 'IN900005'
const phone = { width: 390, height: 844 }

const count = new Count()
const server = await startServer()
const browser = await launch()
const programs = []
try {
  const desk = await Person.arrive(browser, server.base, count, { name: 'desk' })
  await fillBins(server, twoBins(goods))
  await desk.act('signs in', () => desk.signIn('admin'))
  const scale = await openBench(desk)
  await desk.act('an order is picked', () => pick(desk))
  await desk.act('a weight that stands still is taken by a key', () => weigh(desk, scale))
  await desk.act('a dead scale is told, and a typed weight wants a reason', () => type(desk, scale))
  await desk.act('both weights are kept, with what the scale said', () => lookBack(desk))
  await desk.act('every invariant holds', server.verify)
  await desk.leave()
} finally {
  await browser.close()
  programs.forEach((program) => program.kill())
  server.stop()
}
count.report()

/** Starts a simulated scale and its agent, gives it to a workstation, and stands there. */
async function openBench(desk) {
  const address = `127.0.0.1:${await freePort()}`
  const scale = start(['--simulate-scale', address])
  programs.push(scale)
  await desk.act('an agent that reads a scale is paired', async () => {
    const devices = ['--scale', `Bench scale=tcp://${address}?driver=aandd`]
    programs.push(await pairAgent(desk, server, devices))
  })
  await desk.act('its scale is found, and given to a workstation', async () => {
    await until(async () => {
      await desk.go('/sys/print/scale')
      await desk.rest()
      return (await desk.page.getByText('Bench scale', { exact: true }).count()) > 0
    })
    await desk.picture('scale-list')
    await desk.go('/sys/print/workstation')
    await desk.page.getByRole('button', { name: 'New', exact: true }).first().click()
    await desk.page.getByLabel('Code').last().fill('BENCH-1')
    await desk.page.getByLabel('Name').last().fill('Packing 1')
    await desk.choose('Scale', 'Bench scale')
    await desk.page.getByRole('button', { name: 'Save', exact: true }).last().click()
    await desk.sees('BENCH-1')
  })
  return { says: (words) => scale.stdin.write(`${words}\n`) }
}

async function pick(desk) {
  await desk.go(`/outbound/sale/order?q=${order}`)
  await desk.openRecord(/^SO\d+$/)
  for (const step of ['Allocate', 'Add to wave']) {
    await desk.button(step).waitFor()
    await desk.take(step)
  }
  await desk.button('Show wave .*').waitFor()
  await desk.station('/outbound/operation/picking')
  await desk.page.keyboard.press('F2')
  await desk.sees('Scan the cart or tote')
  await desk.scan('TOTE-1', 'and scan it')
  await desk.scan(await desk.fact('position'), /^Scan AC/)
  await desk.scan(goods, /: pick/)
  await desk.scan('5', /Pick bill complete/)
}

async function weigh(desk, scale) {
  const { page } = desk
  await desk.station('/outbound/operation/verify-by-order')
  await page.keyboard.type('BENCH-1', { delay: 3 })
  await page.keyboard.press('Enter')
  await page.locator('header').getByText('BENCH-1').waitFor()
  await desk.scan(order, 'Scan the item')
  for (let i = 0; i < 5; i++) await desk.scan(goods, /Scan the item|Scan the box/)
  await page.keyboard.press('F3')
  await desk.sees('Weigh it')
  scale.says('1.25')
  const take = page.getByRole('button', { name: 'Take 1.25 kg' })
  await take.and(page.locator(':enabled')).waitFor()
  await desk.picture('scale-stable')
  await page.setViewportSize(phone)
  await desk.picture('scale-phone')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.keyboard.press('F2')
  await desk.sees(/is packed/)
  await desk.rest()
}

async function type(desk, scale) {
  const { page } = desk
  await desk.go('/tms/waybill-base/waybill?q=DEMO-WB-05')
  await desk.openRecord(/^WB\d+$/)
  await desk.button('Receive').waitFor()
  await desk.take('Receive')
  await desk.rest()
  scale.says('off')
  await desk.station('/tms/waybill-base/weigh-parcel')
  await desk.scan(parcel, 'put it on the scale')
  await desk.sees('Does not answer')
  await page.keyboard.type('2.5')
  await page.keyboard.press('Enter')
  const why = page.getByRole('group', { name: 'Why not from the scale?' })
  await why.waitFor()
  await desk.picture('scale-dead')
  await page.setViewportSize(phone)
  await desk.picture('scale-dead-phone')
  await page.setViewportSize({ width: 1440, height: 900 })
  await why.getByRole('button', { name: 'The scale is dead' }).click()
  await desk.sees(/2.5/)
  await desk.rest()
}

async function lookBack(desk) {
  await desk.go('/sys/print/weighing')
  await desk.sees('ST,+00001.250')
  await desk.sees('The scale is dead')
  await desk.picture('scale-log')
}
