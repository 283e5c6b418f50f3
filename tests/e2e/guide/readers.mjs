// The pictures of the guides, in every language: what they would show now is held
// against what was read when they were taken, so that a picture of yesterday's screen fails.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Person } from '../stage.mjs'

const folder = resolve('docs/images/guide')

/**
 * Somebody who reads a guide in one language after the other, and looks up from it at some
 * stops of the way.
 */
export class Readers {
  constructor(browser, base, count, { guide, viewport, take = false }) {
    const readings = resolve(folder, `${guide}.json`)
    Object.assign(this, { browser, base, count, viewport, take, readings, reader: undefined })
    this.known = take ? {} : JSON.parse(readFileSync(readings, 'utf8'))
  }

  /** Ends the visit; pictures that were taken are kept with what was read on them. */
  async leave() {
    await this.reader?.leave()
    if (!this.take) return
    writeFileSync(this.readings, JSON.stringify(this.known, null, 2) + '\n')
  }

  /** Opens a stop in each language, after what has to be done there once, and puts it back. */
  async forAll(name, look, { before, after } = {}) {
    const reader = (this.reader ??= await this.arrive())
    if (before !== undefined) await reader.act(`comes to ${name}`, () => before(reader))
    for (const language of ['zh', 'en', 'es'])
      await reader.act(`${name} in ${language}`, async () => {
        await reader.page.context().addCookies([cookieOf(language, this.base)])
        await look(reader)
        await this.keep(reader, `${name}.${language}`)
      })
    if (after !== undefined) await reader.act(`goes on from ${name}`, () => after(reader))
  }

  async arrive() {
    mkdirSync(folder, { recursive: true })
    const window = { name: 'reader', viewport: this.viewport }
    const reader = await Person.arrive(this.browser, this.base, this.count, window)
    await reader.act('signs in', () => reader.signIn('admin'))
    return reader
  }

  /** Takes a picture, or tells that the one there is shows other words than the screen does. */
  async keep(reader, name) {
    await reader.rest()
    const reading = await reader.page.evaluate(readScreen)
    if (this.take) {
      this.known[name] = reading
      await reader.page.screenshot({ path: resolve(folder, `${name}.png`) })
    } else if (JSON.stringify(reading) !== JSON.stringify(this.known[name])) {
      const known = this.known[name] ?? []
      const news = reading.filter((word) => !known.includes(word))
      const gone = known.filter((word) => !reading.includes(word))
      throw new Error(
        `the picture ${name} is stale, take it with "make guide"; new: ${news}; gone: ${gone}`,
      )
    }
  }
}

function cookieOf(language, url) {
  return { name: 'language', value: language, url }
}

/** Runs in the page: the words that the product wrote, without what was counted or entered. */
function readScreen() {
  const own = '.sidebar [role=menuitem], main :is(h1, h2, th, label, dt, .ant-btn, .station-prompt)'
  return [...document.querySelectorAll(own)]
    .filter((element) => element.offsetParent !== null)
    .map((element) => element.innerText.replaceAll(/\d+/g, '0').replaceAll(/\s+/g, ' ').trim())
    .filter((words) => words !== '' && words !== '0')
}
