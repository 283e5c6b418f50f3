// Texts that would run as script, at every place where a text comes from outside: none runs,
// none makes an element, and the console is quiet about them.
import { Count, Person, launch, startServer } from './stage.mjs'
import { bases, traces, watch } from './payloads/bases.mjs'
import { settle } from './sweep/crawl.mjs'
import { answers, ask, bringFile, log, look, refuse, scan } from './payloads/places.mjs'

const screens = [
  '/dashboard',
  '/sys/product/product',
  '/outbound/sale/order',
  '/outbound/operation/picking',
  '/sys/basic/setting',
  '/sys/permission/authorise',
]

const count = new Count()
const server = await startServer(18671)
const browser = await launch()
try {
  const person = await Person.arrive(browser, server.base, count, { name: 'payloads' })
  await person.page.addInitScript(watch)
  person.page.on('dialog', (dialog) => {
    person.complaints.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  await person.open('/login')
  await fill(person)
  await at(person, 'messages of refusals', refuse)
  await person.signIn('admin')
  for (const [name, way] of Object.entries({ 'files and rows': bringFile, scans: scan, errors: log, addresses: ask, palette: look })) {
    await at(person, name, way)
  }
  for (const [name, [address, answer]] of Object.entries(answers)) await shown(person, name, address, answer)
} finally {
  await browser.close()
  server.stop()
}
count.report()

async function fill({ page }) {
  await page.locator('input').first().fill('admin')
  await page.locator('input[type=password]').fill('wrong')
}

/** Takes every payload through one place. */
async function at(person, name, way) {
  const tried = []
  await way(person, async (text) => tried.push([text, await harmOf(person)])).catch((error) => tried.push(['', [error.message]]))
  tried.forEach(([text, harm]) => judge(`${name}: ${text}`, harm))
  if (tried.length < bases.length) judge(name, [`only ${tried.length} payloads were tried`])
}

/** Opens screens while the server's answers are full of payloads; some must be seen, as text. */
async function shown(person, name, address, answer) {
  let seen = 0
  await person.page.route(address, answer)
  for (const path of screens) {
    await person.open(path)
    const late = await settle(person, path).then(() => [], (error) => [error.message.split('\n')[0]])
    seen += await person.page.evaluate(() => document.documentElement.innerText.split('pwned()').length - 1)
    judge(`${name} at ${path}`, [...late, ...(await harmOf(person))])
  }
  judge(`${name} are seen`, seen === 0 ? ['no payload is seen'] : [])
  await person.page.unroute(address)
}

async function harmOf({ page, complaints }) {
  return [...(await page.evaluate(traces)), ...complaints.splice(0)]
}

function judge(name, harm) {
  if (harm.length === 0) return void count.passed++
  count.failed++
  console.log(`FAIL payloads: ${name}: ${harm.join(' | ')}`)
}
