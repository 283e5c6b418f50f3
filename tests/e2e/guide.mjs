// The pictures of the operator's guide, in every language: `make guide`.
import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { walkTheRoad } from './road.mjs'
import { Count, Person, launch, pause, startServer } from './stage.mjs'

const folder = resolve('docs/images/guide')
mkdirSync(folder, { recursive: true })
const count = new Count()
const server = await startServer(18434)
const browser = await launch()
try {
  const desk = await Person.arrive(browser, server.base, count, { name: 'desk' })
  await walkTheRoad(desk, { unloaded: () => forAll(receive), waved: () => forAll(pick) })
  await forAll(orders)
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

async function keep(reader, name) {
  await pause(500)
  await reader.page.screenshot({ path: resolve(folder, `${name}.png`) })
}
