// The pictures of the operator's guide, in every language. `make guide` takes them anew; without
// `--take` what they would show is held against what was read when they were taken, so that a
// picture of yesterday's screen fails.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { walkTheRoad } from './road.mjs'
import { Count, Person, launch, pause, startServer } from './stage.mjs'

const folder = resolve('docs/images/guide')
mkdirSync(folder, { recursive: true })
const { values: options } = parseArgs({ options: { take: { type: 'boolean', default: false } } })
const readings = resolve(folder, 'readings.json')
const known = options.take ? {} : JSON.parse(readFileSync(readings, 'utf8'))
const count = new Count()
const server = await startServer(18434)
const browser = await launch()
try {
  const desk = await Person.arrive(browser, server.base, count, { name: 'desk' })
  await walkTheRoad(desk, { unloaded: () => forAll(receive), waved: () => forAll(pick) })
  await forAll(orders)
  if (options.take) writeFileSync(readings, JSON.stringify(known, null, 2) + '\n')
} finally {
  await browser.close()
  server.stop()
}
count.report()

async function forAll(take) {
  for (const language of ['zh', 'en', 'es']) {
    const window = { viewport: { width: 1280, height: 720 } }
    const reader = await Person.arrive(browser, server.base, count, {
      name: `guide ${language}`,
      language,
      ...window,
    })
    await reader.act(take.name, async () => {
      await reader.signIn('admin')
      await take(reader, language)
    })
    await reader.leave()
  }
}

async function receive(reader, language) {
  await begin(reader, '/inbound/scan-enter/order')
  for (const code of ['DEMO-ASN-1', 'R-01', '6900000001001']) await enter(reader, code)
  await keep(reader, `receive.${language}`)
  await reader.page.keyboard.press('F4')
}

async function pick(reader, language) {
  await begin(reader, '/outbound/operation/picking')
  await reader.page.keyboard.press('F2')
  await pause(600)
  await enter(reader, `TOTE-9${language.length}`)
  await keep(reader, `pick.${language}`)
  await reader.page.getByRole('button', { name: /放下任务|Put down|Soltar/ }).click() // for the next reader
  await pause(600)
}

async function orders(reader, language) {
  await reader.open('/outbound/sale/order')
  await reader.sees(/^SO\d+$/)
  await keep(reader, `orders.${language}`)
}

async function begin(reader, path) {
  await reader.open(path)
  await reader.page.locator('main button.ant-btn-primary').first().click()
  await reader.page.locator('.station-prompt').waitFor()
  await pause(300)
}

async function enter(reader, code) {
  await reader.page.keyboard.type(code, { delay: 3 })
  await reader.page.keyboard.press('Enter')
  await pause(900)
}

/** Takes a picture, or tells that the one there is shows other words than the screen does. */
async function keep(reader, name) {
  await pause(500)
  const reading = await reader.page.evaluate(readScreen)
  if (options.take) {
    known[name] = reading
    await reader.page.screenshot({ path: resolve(folder, `${name}.png`) })
  } else if (JSON.stringify(reading) !== JSON.stringify(known[name])) {
    const news = reading.filter((word) => known[name]?.includes(word) !== true)
    throw new Error(
      `the picture ${name} is stale, take it with "make guide"; new: ${news.join(', ')}`,
    )
  }
}

/** Runs in the page: the words that the product wrote, without what was counted or entered. */
function readScreen() {
  const own = '.sidebar [role=menuitem], main :is(h1, h2, th, label, dt, .ant-btn, .station-prompt)'
  return [...document.querySelectorAll(own)]
    .filter((element) => element.offsetParent !== null)
    .map((element) => element.innerText.replaceAll(/\d+/g, '0').replaceAll(/\s+/g, ' ').trim())
    .filter((words) => words !== '' && words !== '0')
}
