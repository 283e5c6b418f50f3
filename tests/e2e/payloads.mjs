// Texts that would run as script, at every place where a text comes from outside: none runs,
// none makes an element, and the console is quiet about them. Beside the other journeys every
// third text is tried at one of the places; with `--whole` all are tried at all of them.
import { Count, Person, launch, startServer } from './stage.mjs'
import { payloads, traces, watch } from './payloads/bases.mjs'
import { settle } from './sweep/crawl.mjs'
import { publish } from './payloads/content.mjs'
import { answers, ask, bringFile, log, look, nameFiles, refuse, scan } from './payloads/places.mjs'

const screens = [
  '/dashboard',
  '/sys/product/product',
  '/outbound/sale/order',
  '/outbound/operation/picking',
  '/sys/basic/setting',
  '/sys/permission/authorise',
]

const showsAll = '/sys/product/product'

const places = {
  'messages of refusals': refuse,
  'names of files': nameFiles,
  'files and rows': bringFile,
  scans: scan,
  errors: log,
  addresses: ask,
  palette: look,
  content: publish,
}
const whole = process.argv.includes('--whole')
const third = payloads.filter((_, n) => n % 3 === 0)

const count = new Count()
const server = await startServer()
const browser = await launch()
try {
  const person = await Person.arrive(browser, server.base, count, {
    name: 'payloads',
    serviceWorkers: 'block',
  })
  await person.page.addInitScript(watch)
  person.page.on('dialog', (dialog) => {
    person.complaints.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  await person.open('/login')
  await fill(person)
  for (const [i, [name, way]] of Object.entries(places).entries()) {
    if (i === 1) await person.signIn('admin') // messages stand on the page before
    await at(
      person,
      name,
      way,
      whole ? payloads : third.filter((_, n) => n % Object.keys(places).length === i),
    )
  }
  for (const [name, [address, answer]] of Object.entries(answers))
    await shown(person, name, address, answer)
} finally {
  await browser.close()
  server.stop()
}
count.report()

async function fill({ page }) {
  await page.locator('input').first().fill('admin')
  await page.locator('input[type=password]').fill('wrong')
}

/** Takes payloads through one place. */
async function at(person, name, way, texts) {
  const tried = []
  await way(person, texts, async (text) => tried.push([text, await harmOf(person)])).catch(
    (error) => tried.push(['', [error.message]]),
  )
  tried.forEach(([text, harm]) => judge(`${name}: ${text}`, harm))
  if (tried.length < texts.length) judge(name, [`only ${tried.length} payloads were tried`])
}

/** Opens screens while the server's answers are full of payloads; one must show them, as text. */
async function shown(person, name, address, answer) {
  await person.page.route(address, answer)
  for (const path of screens) {
    await person.open(path)
    const late = await settle(person, path).then(
      () => [],
      (error) => [error.message.split('\n')[0]],
    )
    const hidden = path === showsAll && !(await areSeen(person)) ? ['no payload is seen'] : []
    judge(`${name} at ${path}`, [...late, ...hidden, ...(await harmOf(person))])
  }
  await person.page.unroute(address)
}

/** Waits for it: what a cell says may come after its rows. */
function areSeen({ page }) {
  const seen = () => document.documentElement.innerText.includes('pwned()')
  return page.waitForFunction(seen).then(
    () => true,
    () => false,
  )
}

async function harmOf({ page, complaints }) {
  return [...(await page.evaluate(traces)), ...complaints.splice(0)]
}

function judge(name, harm) {
  if (harm.length === 0) return void count.passed++
  count.failed++
  console.log(`FAIL payloads: ${name}: ${harm.join(' | ')}`)
}
