// Every screen of the product, in every language, wide and on a phone: pictures to look
// at, and what a machine can see of them. `npm run gallery -- --out DIR --langs en,es`.
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { bringAFile } from './file.mjs'
import { faultsOf } from './looks.mjs'
import { handheld } from './phone.mjs'
import { walkTheRoad } from './road.mjs'
import { Count, Person, launch, startServer } from './stage.mjs'
import { behind, settle, signInForMenus } from './sweep/crawl.mjs'

const { values: options } = parseArgs({
  options: {
    out: { type: 'string', default: '.gallery' },
    langs: { type: 'string', default: 'zh,en,es' },
    widths: { type: 'string', default: '1440,390' },
    accounts: { type: 'string', default: 'admin,acme' },
    fresh: { type: 'boolean', default: false }, // the demo as it begins, without the road walked first
  },
})
const windows = { 1440: {}, 390: handheld }
const count = new Count()
const server = await startServer()
const browser = await launch()
try {
  if (!options.fresh) await fillTheWarehouse()
  for (const account of options.accounts.split(','))
    for (const language of options.langs.split(','))
      for (const width of options.widths.split(',')) await visit(account, language, width)
} finally {
  await browser.close()
  server.stop()
}
count.report()

async function fillTheWarehouse() {
  const desk = await Person.arrive(browser, server.base, new Count(), { name: 'desk' })
  await walkTheRoad(desk)
  await bringAFile(desk)
  await desk.leave()
}

/** Opens each screen that an account may open, the first record of each list, and a new one. */
async function visit(account, language, width) {
  const name = `${account}-${language}-${width}`
  const folder = resolve(options.out, name)
  mkdirSync(folder, { recursive: true })
  const person = await Person.arrive(browser, server.base, count, {
    name,
    language,
    ...windows[width],
  })
  for (const path of await signInForMenus(person, account, false)) {
    await look(person, folder, language, path)
    for (const further of await behind(person, path)) await look(person, folder, language, further)
  }
  await person.leave()
}

async function look(person, folder, language, path) {
  const { page } = person
  const before = person.complaints.length
  const failed = []
  const note = (response) =>
    response.status() >= 400 && failed.push(`${response.status()} ${response.url()}`)
  page.on('response', note)
  await settle(person, path).catch((error) => failed.push(error.message.split('\n')[0]))
  page.off('response', note)
  await page.screenshot({ path: join(folder, `${path.slice(1).replaceAll('/', '-')}.png`) })
  const faults = [
    ...failed,
    ...person.complaints.slice(before),
    ...(await page.evaluate(faultsOf, language)),
  ]
  if (faults.length === 0) return void count.passed++
  count.failed++
  console.log(`FAIL ${person.name} ${path}: ${faults.join(' | ')}`)
}
