// Takes the pictures of the operator's guide anew (`make guide`); the journey of people tells
// when they are stale.
import { Readers } from './guide/readers.mjs'
import { walkTheRoad } from './road.mjs'
import { Count, Person, launch, startServer } from './stage.mjs'

const count = new Count()
const server = await startServer()
const browser = await launch()
try {
  const desk = await Person.arrive(browser, server.base, count, { name: 'desk' })
  const readers = new Readers(browser, server.base, count, { take: true })
  await walkTheRoad(desk, { unloaded: readers.received, waved: readers.waved })
  await readers.walked()
  await readers.leave()
} finally {
  await browser.close()
  server.stop()
}
process.exitCode = count.failed === 0 ? 0 : 1
