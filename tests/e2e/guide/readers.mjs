// The pictures of the operator's guide, in every language: what they would show now is held
// against what was read when they were taken, so that a picture of yesterday's screen fails.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Person } from '../stage.mjs'

const folder = resolve('docs/images/guide')
const readings = resolve(folder, 'readings.json')

/** People who read the guide, one of each language, and look up from it at some stops of the road. */
export class Readers {
  constructor(browser, base, count, { take = false } = {}) {
    Object.assign(this, { browser, base, count, take, readers: undefined })
    this.known = take ? {} : JSON.parse(readFileSync(readings, 'utf8'))
  }

  received = () => this.forAll(receive)
  waved = () => this.forAll(pick)
  walked = () => this.forAll(orders)

  /** Ends the visit; pictures that were taken are kept with what was read on them. */
  async leave() {
    for (const [, reader] of this.readers ?? []) await reader.leave()
    if (!this.take) return
    writeFileSync(readings, JSON.stringify(this.known, null, 2) + '\n')
  }

  async forAll(look) {
    this.readers ??= await this.arrive()
    for (const [language, reader] of this.readers)
      await reader.act(look.name, () => look(reader, language, (name) => this.keep(reader, name)))
  }

  async arrive() {
    mkdirSync(folder, { recursive: true })
    const readers = []
    for (const language of ['zh', 'en', 'es']) {
      const name = `guide ${language}`
      const window = { name, language, viewport: { width: 1280, height: 720 } }
      const reader = await Person.arrive(this.browser, this.base, this.count, window)
      await reader.act('signs in', () => reader.signIn('admin'))
      readers.push([language, reader])
    }
    return readers
  }

  /** Takes a picture, or tells that the one there is shows other words than the screen does. */
  async keep(reader, name) {
    await reader.rest()
    const reading = await reader.page.evaluate(readScreen)
    if (this.take) {
      this.known[name] = reading
      await reader.page.screenshot({ path: resolve(folder, `${name}.png`) })
    } else if (JSON.stringify(reading) !== JSON.stringify(this.known[name])) {
      const news = reading.filter((word) => this.known[name]?.includes(word) !== true)
      throw new Error(
        `the picture ${name} is stale, take it with "make guide"; new: ${news.join(', ')}`,
      )
    }
  }
}

async function receive(reader, language, keep) {
  await reader.station('/inbound/scan-enter/order')
  for (const code of ['DEMO-ASN-1', 'R-01', '6900000001001']) await enter(reader, code)
  await keep(`receive.${language}`)
  await reader.page.keyboard.press('F4')
}

async function pick(reader, language, keep) {
  await reader.station('/outbound/operation/picking')
  await reader.page.keyboard.press('F2')
  await reader.rest()
  await enter(reader, `TOTE-9${language.length}`)
  await keep(`pick.${language}`)
  await reader.page.getByRole('button', { name: /放下任务|Hand back|Soltar/ }).click() // for the next reader
  await reader.rest()
}

async function orders(reader, language, keep) {
  await reader.open('/outbound/sale/order')
  await reader.sees(/^SO\d+$/)
  await keep(`orders.${language}`)
}

async function enter(reader, code) {
  await reader.page.keyboard.type(code, { delay: 3 })
  await reader.page.keyboard.press('Enter')
  await reader.rest()
}

/** Runs in the page: the words that the product wrote, without what was counted or entered. */
function readScreen() {
  const own = '.sidebar [role=menuitem], main :is(h1, h2, th, label, dt, .ant-btn, .station-prompt)'
  return [...document.querySelectorAll(own)]
    .filter((element) => element.offsetParent !== null)
    .map((element) => element.innerText.replaceAll(/\d+/g, '0').replaceAll(/\s+/g, ' ').trim())
    .filter((words) => words !== '' && words !== '0')
}
