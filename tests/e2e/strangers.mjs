// Somebody without an account, a session or scripts reads every page for strangers, in three
// languages, on a desk and on a telephone: all is readable, small, and without faults of
// accessibility. Ends with `N passed, N failed`.
import { Count, Person, launch, startServer } from './stage.mjs'
import { axeFaults } from './sweep/axe.mjs'

const pages = [
  '/index',
  '/business',
  '/news',
  '/store-search',
  '/way-search',
  '/contact-us',
  '/reg',
  '/upload-card-id',
]
const most = 60 * 1024 // bytes before pictures

const count = new Count()
const server = await startServer()
const browser = await launch()
try {
  for (const [language, width] of [
    ['zh', 1440],
    ['en', 390],
    ['es', 390],
  ])
    await read(language, width)
  await holds()
} finally {
  await browser.close()
  server.stop()
}
count.report()

async function read(language, width) {
  const reader = await Person.arrive(browser, server.base, count, {
    name: `reader in ${language}, ${width}`,
    language,
    viewport: { width, height: 900 },
    javaScriptEnabled: false,
  })
  for (const path of pages)
    await reader.act(`reads ${path}`, async () => {
      const answer = await reader.open(path)
      if (answer.status() !== 200) throw new Error(`status ${answer.status()}`)
      const { length } = await answer.body()
      if (length > most) throw new Error(`${length} bytes`)
      await reader.page.locator('main h1').waitFor()
      const wide = await reader.page.locator('html').evaluate((html) => html.scrollWidth)
      if (wide > width) throw new Error(`${wide} px wide`)
      for (const part of [
        'meta[name=description]',
        'link[rel=canonical]',
        'meta[property="og:image"]',
      ])
        if ((await reader.page.locator(part).count()) !== 1) throw new Error(`no ${part}`)
      await reader.picture(`stranger-${language}-${width}${path.replaceAll('/', '-')}`)
    })
  await reader.leave()
  const judge = await Person.arrive(browser, server.base, count, {
    name: `judge in ${language}, ${width}`,
    language,
    viewport: { width, height: 900 },
    bypassCSP: true, // the rules are a script
  })
  for (const path of pages)
    await judge.act(`finds no faults at ${path}`, async () => {
      await judge.open(path)
      const faults = await axeFaults(judge.page)
      if (faults.length > 0) throw new Error(faults.join(' | '))
    })
  await judge.leave()
}

async function holds() {
  const keeper = await Person.arrive(browser, server.base, count, { name: 'keeper' })
  await keeper.act('every invariant holds', server.verify)
  await keeper.leave()
}
