// The journeys of people in a real browser; ends with `N passed, N failed`.
import { Count, Person, launch, moving, startServer } from './stage.mjs'
import { bringAFile } from './file.mjs'
import { lookAtPrints, openBench } from './floor/bench.mjs'
import { OperatorReaders } from './guide/operator.mjs'
import { handheld, workOnAPhone } from './phone.mjs'
import { orderInThePortal, visitThePortal } from './portal.mjs'
import { walkTheRoad } from './road.mjs'

const count = new Count()
const server = await startServer()
const browser = await launch()
let bench
try {
  const desk = await Person.arrive(browser, server.base, count, { name: 'desk' })
  const readers = new OperatorReaders(browser, server.base, count)
  await walkTheRoad(desk, { unloaded: readers.received, waved: readers.waved })
  await readers.walked()
  await readers.leave()
  await bringAFile(desk)
  await desk.leave()
  const packer = await Person.arrive(browser, server.base, count, { name: 'bench' })
  bench = await openBench(packer, server)
  const phone = await Person.arrive(browser, server.base, count, {
    name: 'phone',
    ...handheld,
    ...moving,
  })
  await workOnAPhone(phone, {
    order: '08',
    external: 'DEMO-SO-08',
    code: '6900000001001',
    pieces: 5,
    workstation: 'BENCH-1',
  })
  await phone.leave()
  await bench.out(1)
  await lookAtPrints(packer, bench, 'Package label')
  await packer.leave()
  const owner = await Person.arrive(browser, server.base, count, { name: 'owner', ...moving })
  await visitThePortal(owner)
  await orderInThePortal(owner)
  await owner.act('every invariant holds', server.verify)
  await owner.leave()
} finally {
  await browser.close()
  bench?.close()
  server.stop()
}
count.report()
