// The shell in a real browser: menu, tabs, doors, looks; ends with `N passed, N failed`.
import { Count, Person, launch, startServer } from './stage.mjs'
import { firstLoad } from './firstLoad.mjs'
import { comeBack } from './shell/back.mjs'
import { keepCalm } from './shell/calm.mjs'
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
  for (const language of ['zh', 'en', 'es'])
    await desk.act(`the login page in ${language} takes 15 requests and 200 kB`, async () => {
      const { requests, bytes, languages } = await firstLoad(browser, server.base, language)
      if (requests > 15 || bytes > 200_000) throw new Error(`${requests}, ${bytes} bytes`)
      if (languages.join() !== language) throw new Error(`texts of ${languages}`)
    })
  await openDoors(desk)
  await useTabs(desk)
  await useKeys(desk)
  await chooseLooks(desk)
  await desk.leave()
  await comeBack(browser, server.base, count)
  await keepCalm(browser, server.base, count)
  await hoverIcons(browser, server.base, count)
  await visitBothSites(browser, server.base, count)
  await blockSiteData(server, count)
} finally {
  await browser.close()
  server.stop()
}
count.report()
