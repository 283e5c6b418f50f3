// Takes the pictures of the guides anew (`make guide`); the journeys of people and of the dock tell
// when they are stale.
import { dockOf, workAtDock } from './designer/dock.mjs'
import { handsOf } from './designer/hands.mjs'
import { ImplementerReaders } from './guide/implementer.mjs'
import { OperatorReaders } from './guide/operator.mjs'
import { walkTheRoad } from './road.mjs'
import { Count, Person, launch, startServer } from './stage.mjs'

const count = new Count()
const server = await startServer()
const browser = await launch()
try {
  const desk = await Person.arrive(browser, server.base, count, { name: 'desk' })
  const readers = new OperatorReaders(browser, server.base, count, { take: true })
  await walkTheRoad(desk, { unloaded: readers.received, waved: readers.waved })
  await readers.walked()
  await readers.leave()
  await takeDock(desk)
} finally {
  await browser.close()
  server.stop()
}
process.exitCode = count.failed === 0 ? 0 : 1

/** The pictures of the implementer's guide, while the same person makes the dock appointments. */
async function takeDock(admin) {
  const readers = new ImplementerReaders(browser, server.base, count, { take: true })
  const { makeDock, grant } = dockOf(admin, handsOf(admin), readers)
  await makeDock()
  await grant()
  await workAtDock(browser, server.base, count)
  await readers.work()
  await readers.leave()
}
