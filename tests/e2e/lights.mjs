// Packing where the goods of many orders come together: an order of one piece by one scan,
// a wave sorted by the screen's slots, and a wave verified on a light wall whose buttons are
// pressed in the simulator. Ends with `N passed, N failed`.
import { Hands } from './floor/hands.mjs'
import { fillBins } from './floor/notice.mjs'
import { Count, Person, launch, startServer } from './stage.mjs'

const barcode = (sku) => `690000000${sku.slice(3)}`
const bins = [
  ['AC-1001', 'A-02-01-1'],
  ['AC-1002', 'A-02-01-2'],
  ['AC-1003', 'A-03-05-1'],
].map(([sku, bin]) => ({ item: barcode(sku), pieces: '20', bin }))
const waves = [['DEMO-SO-12'], ['DEMO-SO-03', 'DEMO-SO-05'], ['DEMO-SO-02', 'DEMO-SO-06']]

const count = new Count()
const server = await startServer()
const browser = await launch()
try {
  const desk = await Person.arrive(browser, server.base, count, { name: 'desk' })
  await pickWaves()
  await desk.act('signs in', () => desk.signIn('admin'))
  const packer = await Person.arrive(browser, server.base, count, { name: 'packer' })
  const wall = await Person.arrive(browser, server.base, count, { name: 'wall', language: 'es' })
  await packer.act('signs in, and says once where he works', async () => {
    await packer.signIn('packer')
    await packer.station('/outbound/operation/order-matching')
  })
  await wall.act('shows the lamps', () => openWall(wall))
  const hands = new Hands(packer)
  await hands.begin()
  await packer.act('packs an order of one piece by one scan', () => match(packer, hands))
  await packer.act('sorts a wave into slots', () => sort(packer))
  await packer.act('verifies a wave on the light wall', () => light(packer, wall))
  let parcels = []
  await desk.act('five labels wait', async () => (parcels = await labels(desk)))
  await packer.act('hands all of it over, scan by scan', () => send(packer, parcels))
  hands.tell()
  if (hands.clicks > 0) await packer.act('no mouse', () => Promise.reject(new Error('a click')))
  await desk.act('every invariant holds', server.verify)
  for (const person of [wall, packer, desk]) await person.leave()
} finally {
  await browser.close()
  server.stop()
}
count.report()

/** Has three waves made of orders and picked: the quantity of each stop as it is asked. */
async function pickWaves() {
  const { colleague, where } = await fillBins(server, bins)
  for (const wave of waves) {
    const orders = await Promise.all(wave.map((no) => colleague.find('sale_order', 'ext_no', no)))
    const ids = orders.map(({ id }) => id)
    for (const { id, status } of orders)
      await colleague.act('sale_order', [id], ...(status === 'new' ? ['audit'] : []), 'allocate')
    const params = { release: true }
    await colleague.call('/api/data/sale_order/act', { name: 'wave', ids, params })
  }
  const picking = await colleague.visit('pick', where)
  for (let left = waves.length; left > 0; left--) await pick(picking)
}

async function pick(picking) {
  await picking.press('next')
  await picking.give('TOTE-1')
  while (picking.screen.step === 'position') {
    const fact = (key) => picking.screen.target.find(({ field }) => field === key).value
    const [sku] = fact('item').split(' ')
    for (const value of [fact('position'), barcode(sku), fact('qty')]) await picking.give(value)
  }
}

async function openWall(wall) {
  await wall.signIn('admin')
  await wall.go('/outbound/operation/light-simulator')
  await wall.sees('LW1')
}

async function match(packer, hands) {
  await packer.station('/outbound/operation/order-matching')
  const before = hands.scans
  await packer.scan(barcode('AC-1002'), /Matched order .* packed as PK/)
  if (hands.scans - before !== 1) throw new Error(`${hands.scans - before} scans`)
  await packer.picture('matched')
  await packer.scan(barcode('AC-1002'), 'No order of one piece waits for AC-1002')
  if ((await packer.page.getByRole('status').filter({ hasText: 'Matched' }).count()) > 0)
    throw new Error('a refused scan stands under a tick')
}

async function sort(packer) {
  await packer.station('/outbound/operation/verify-by-wave')
  await packer.scan('DEMO-SO-03', 'put it into the slot shown')
  await packer.scan(barcode('AC-1002'), /AC-1002/) // of another wave: refused
  await packer.scan(barcode('AC-1001'), 'Put it into slot')
  await packer.picture('sorting')
  for (let left = 6; left > 0; left--) {
    await packer.scan(barcode('AC-1003'), /Put it into slot|is complete/)
    await packer.rest()
  }
  await packer.scan(barcode('AC-1003'), /verified|packed|complete/)
}

/** Each piece lights its slot, whose button says that it is in. */
async function light(packer, wall) {
  await packer.station('/outbound/operation/light-verify')
  await packer.scan('LW1', /LW1/)
  await packer.scan('DEMO-SO-06', 'Scan an item')
  for (const [sku, pieces] of [
    ['AC-1001', 2],
    ['AC-1002', 5],
    ['AC-1003', 5],
  ])
    for (let i = 0; i < pieces; i++) {
      await packer.scan(barcode(sku), 'press its lamp')
      if (i === 0) await wall.picture(`wall-${sku}`)
      await pressLit(wall)
      await packer.sees(/Scan an item|Scan the wave/)
      await packer.rest()
    }
  await packer.picture('light-done')
}

async function pressLit(wall) {
  const lit = wall.page.locator('.light-slot[data-state=lit]')
  await lit.waitFor()
  await lit.click()
}

/** The parcels as they lie on the bench: those that the station lists as waiting. */
async function send(packer, parcels) {
  await packer.station('/outbound/send/fast-check')
  for (const parcel of parcels) await packer.scan(parcel, `${parcel} sent`)
}

/** The numbers that stand on the labels of what was packed, which a person would scan. */
async function labels(desk) {
  await desk.go('/outbound/operation/verify-query')
  const numbers = desk.page.locator('main').getByText(/^PK\d+$/)
  await numbers.nth(4).waitFor()
  return [...new Set(await numbers.allInnerTexts())]
}
