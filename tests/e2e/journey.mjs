// The journeys of people in a real browser; ends with `N passed, N failed`.
import { Count, Person, launch, startServer } from './stage.mjs'
import { bringAFile } from './file.mjs'
import { Readers } from './guide/readers.mjs'
import { handheld, workOnAPhone } from './phone.mjs'
import { orderInThePortal, visitThePortal } from './portal.mjs'
import { walkTheRoad } from './road.mjs'

const count = new Count()
const server = await startServer()
const browser = await launch()
try {
  const desk = await Person.arrive(browser, server.base, count, { name: 'desk' })
  const readers = new Readers(browser, server.base, count)
  await walkTheRoad(desk, { unloaded: readers.received, waved: readers.waved })
  await readers.walked()
  await readers.leave()
  await bringAFile(desk)
  await desk.leave()
  const phone = await Person.arrive(browser, server.base, count, { name: 'phone', ...handheld })
  await workOnAPhone(phone, {
    order: '08',
    external: 'DEMO-SO-08',
    code: '6900000001001',
    pieces: 5,
  })
  await phone.leave()
  const owner = await Person.arrive(browser, server.base, count, { name: 'owner' })
  await visitThePortal(owner)
  await orderInThePortal(owner)
  await owner.act('every invariant holds', server.verify)
  await owner.leave()
} finally {
  await browser.close()
  server.stop()
}
count.report()
