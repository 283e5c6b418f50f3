// The shell in a real browser: menu, tabs, doors, looks; ends with `N passed, N failed`.
import { Count, Person, launch, startServer } from './stage.mjs'
import { firstLoad } from './firstLoad.mjs'
import { chooseLooks } from './shell/looks.mjs'
import { openDoors } from './shell/doors.mjs'
import { hoverIcons } from './shell/icons.mjs'
import { useKeys } from './shell/palette.mjs'
import { blockSiteData } from './shell/blocked.mjs'
import { visitBothSites } from './shell/sites.mjs'
import { useTabs } from './shell/tabs.mjs'

const count = new Count()
const server = await startServer()
const browser = await launch()
try {
  const desk = await Person.arrive(browser, server.base, count, { name: 'shell' })
  await desk.act('the first load is below 200 kB', () => {
    const bytes = firstLoad()
    if (bytes >= 200_000) throw new Error(`${bytes} bytes`)
  })
  await openDoors(desk)
  await useTabs(desk)
  await useKeys(desk)
  await chooseLooks(desk)
  await desk.leave()
  await hoverIcons(browser, server.base, count)
  await visitBothSites(browser, server.base, count)
  await blockSiteData(server, count)
} finally {
  await browser.close()
  server.stop()
}
count.report()
