// Every screen of the product, in every language, wide and on a phone: pictures to look
// at, and what a machine can see of them. `npm run gallery -- --out DIR --langs en,es`.
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { bringAFile } from './file.mjs'
import { faultsOf } from './looks.mjs'
import { handheld } from './phone.mjs'
import { walkTheRoad } from './road.mjs'
import { Count, Person, launch, pause, startServer } from './stage.mjs'

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
const server = await startServer(18433)
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

/** Opens each screen that an account may open, and the first record of each list. */
async function visit(account, language, width) {
  const name = `${account}-${language}-${width}`
  const folder = resolve(options.out, name)
  mkdirSync(folder, { recursive: true })
  const person = await Person.arrive(browser, server.base, count, { name, language, ...windows[width] })
  const menus = person.page.waitForResponse((response) => response.url().endsWith('/api/meta/app'))
  await person.signIn(account, account === 'admin' ? '/login' : '/user/login')
  const { data } = await (await menus).json()
  for (const path of leaves(data.menus)) {
    await look(person, folder, language, path)
    const record = await person.page.locator('main a[href]').evaluateAll(firstRecord, path)
    if (record !== undefined) await look(person, folder, language, record)
  }
  await person.leave()
}

/** The addresses of a menu's screens. */
function leaves(nodes, base = '') {
  return nodes.flatMap((node) => {
    const path = node.path.startsWith('/') ? node.path : `${base}/${node.path}`
    const below = leaves(node.children ?? [], path)
    return below.length > 0 || node.meta.screen === undefined ? below : [path]
  })
}

/** Runs in the page: the address of the first record that a list links to. */
function firstRecord(links, path) {
  return links.map((link) => new URL(link.href).pathname).find((one) => new RegExp(`${path}/\\d+$`).test(one))
}

async function look(person, folder, language, path) {
  const { page } = person
  const before = person.complaints.length
  const failed = []
  const note = (response) => response.status() >= 400 && failed.push(`${response.status()} ${response.url()}`)
  page.on('response', note)
  await person.open(path)
  await page.locator('main').waitFor()
  await page.locator('main h1').filter({ visible: true }).first().waitFor().catch(() => undefined)
  await pause(350)
  page.off('response', note)
  await page.screenshot({ path: join(folder, `${path.slice(1).replaceAll('/', '-')}.png`) })
  const faults = [...failed, ...person.complaints.slice(before), ...(await page.evaluate(faultsOf, language))]
  if (faults.length === 0) return void count.passed++
  count.failed++
  console.log(`FAIL ${person.name} ${path}: ${faults.join(' | ')}`)
}
