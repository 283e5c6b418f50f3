// What the open pages of a person weigh: the heap after a collection, and the nodes.
import { leaves, settle } from '../sweep/crawl.mjs'

/** Opens screens of the menu one after the other in one window, as many as asked for. */
export async function measureTabs(person, many) {
  const { page } = person
  const menus = page.waitForResponse((response) => response.url().endsWith('/api/meta/app'))
  await person.open('/dashboard')
  const { data } = await (await menus).json()
  const screens = leaves(data.menus).filter(({ kind }) => kind !== 'custom')
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable')
  const before = await weigh(cdp)
  for (const { path } of screens.slice(0, many)) await go(person, path)
  return { screens: Math.min(many, screens.length), before, after: await weigh(cdp) }
}

/** Goes to an address within the app, without a page of its own. */
export async function go(person, path) {
  await person.page.evaluate((to) => history.pushState({}, '', to), path)
  await settle(person)
  await person.rest()
}

async function weigh(cdp) {
  for (let i = 0; i < 3; i++) await cdp.send('HeapProfiler.collectGarbage')
  const { metrics } = await cdp.send('Performance.getMetrics')
  const of = (wanted) => metrics.find(({ name }) => name === wanted).value
  return { heap: Math.round(of('JSHeapUsedSize') / 1e5) / 10, nodes: of('Nodes') }
}
