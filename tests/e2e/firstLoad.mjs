// How much a browser that was never here fetches: until the login form can be used, and from the
// login to the home page. Run alone it tells the figures of a server: `node firstLoad.mjs ADDRESS`.
import { launch } from './stage.mjs'

/** Requests, bytes on the wire (heads included) and languages of the first screen. */
export async function firstLoad(browser, base, language) {
  const { page, wire } = await arrive(browser, base, language)
  await page.goto(`${base}/login`, { waitUntil: 'networkidle' })
  await page.locator('input').first().fill('somebody')
  await page.locator('input[type=password]').waitFor()
  await page.context().close()
  return wire
}

/** The same from the login page, fetched already, to the home page at rest. */
export async function loadHome(browser, base, language) {
  const { page, wire } = await arrive(browser, base, language)
  await page.goto(`${base}/login`, { waitUntil: 'networkidle' })
  await page.locator('input').first().fill('admin')
  await page.locator('input[type=password]').fill('wareloom')
  await page.keyboard.press('Enter')
  await page.locator('main .home, main [class*=home]').first().waitFor()
  await page.waitForTimeout(2_000) // the stream of news never lets the network be idle
  await page.context().close()
  return wire
}

/** A window of nobody, with a tally of what comes over the wire. */
async function arrive(browser, base, language) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addCookies([{ name: 'language', value: language, url: base }])
  const page = await context.newPage()
  const wire = { requests: 0, bytes: 0, languages: [], paths: [] }
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  devtools.on('Network.requestWillBeSent', ({ request }) => {
    const { pathname } = new URL(request.url)
    wire.requests++
    wire.paths.push(pathname)
    const [, texts] = /^\/api\/i18n\/(.+)\.json$/.exec(pathname) ?? []
    if (texts !== undefined) wire.languages.push(texts)
  })
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    wire.bytes += encodedDataLength
  })
  return { page, wire }
}

if (process.argv[1] === import.meta.filename) {
  const [, , base] = process.argv
  const browser = await launch()
  for (const language of ['zh', 'en', 'es']) {
    for (const load of [firstLoad, loadHome]) {
      const { requests, bytes, languages } = await load(browser, base, language)
      console.log(
        `${load.name} ${language}: ${requests} requests, ${bytes} bytes, texts ${languages}`,
      )
    }
  }
  await browser.close()
}
