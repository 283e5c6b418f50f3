// Texts in the wrong language. What the product says is known: each text stands in three
// languages in the metadata. What people wrote is known too: it came with the rows.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const han = /\p{Script=Han}/u
const names = new Set(['中文', 'English', 'Español']) // a language is called in itself

/** Words that Chinese readers know as they are. */
const known =
  /^(SKU|EAN|API|ID|URL|IP|HTTP|JSON|CSV|XLSX?|PDF|ABC|FIFO|FEFO|LIFO|ASN|SO|PO|LPN|PDA|OK|Ctrl|Alt|Shift|Enter|Esc|Tab|Space|Home|End|Excel|Wareloom|kg|cm|mm|px|dev|UTC|PgUp|PgDn|Backspace|Delete|Del|IANA|Edge|Opera|Firefox|Chrome|Safari|Android|iOS|Windows|macOS|Linux)$/i

/** All texts of the product, as `{ zh, en, es }`. */
function texts(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'schema' ? [] : texts(path)
    return entry.name.endsWith('.json') ? textsIn(JSON.parse(readFileSync(path, 'utf8'))) : []
  })
}

function textsIn(node) {
  if (node === null || typeof node !== 'object') return []
  if (typeof node.zh === 'string' && typeof node.en === 'string') return [node]
  return Object.values(node).flatMap(textsIn)
}

const all = texts('metadata')

/** English texts that read otherwise in a language. */
function foreignTo(language) {
  const own = new Set(all.map((text) => text[language]))
  return new Set(all.map(({ en }) => en).filter((en) => /[a-z]{2}/i.test(en) && !own.has(en)))
}

const english = { zh: foreignTo('zh'), es: foreignTo('es'), en: new Set() }

/** What the rows that reach a page say, to be left out of judgement. */
export class Data {
  #strings = new Set()
  #longestFirst = []
  #coming = new Set()

  constructor(page) {
    page.on('response', (response) => {
      if (!/\/api\/(data|common|files|rights|auth|account|home|report)\b/.test(response.url()))
        return
      const coming = response
        .json()
        .then((answer) => this.#take(answer.data))
        .catch(() => undefined)
      this.#coming.add(coming)
      void coming.then(() => this.#coming.delete(coming))
    })
  }

  #take(node) {
    if (typeof node === 'string') this.#strings.add(node)
    else if (node !== null && typeof node === 'object')
      Object.values(node).forEach((below) => this.#take(below))
  }

  /** Waits for what the page has already. */
  async arrived() {
    await Promise.all(this.#coming)
    this.#longestFirst = [...this.#strings]
      .filter((one) => one.length > 1)
      .sort((one, other) => other.length - one.length)
  }

  has(text) {
    return this.#longestFirst.some((one) => one.includes(text))
  }

  /** What is left of a text that names a record. */
  without(text) {
    return this.#longestFirst.reduce((left, one) => left.replaceAll(one, ' '), text)
  }
}

/** Texts in view that are not in the reader's language. */
export async function foreignWords(page, language, data) {
  const shown = await page.evaluate(textsInView)
  await data.arrived()
  return shown
    .filter(
      (text) =>
        !names.has(text) &&
        isForeign(text, language) &&
        !data.has(text) &&
        isForeign(data.without(text).trim(), language),
    )
    .map((text) => `not ${language}: ${text}`)
}

function isForeign(text, language) {
  if (english[language].has(text)) return true
  if (language !== 'zh') return han.test(text)
  if (han.test(text)) return false
  const words = text.match(/[A-Za-z]{2,}/g) ?? []
  return /[a-z]{2}/.test(text) && !words.every((word) => known.test(word)) && !/\d/.test(text)
}

/**
 * Runs in the page: every text that a person sees or hears, but not what he
 * typed, nor the names of objects, which are set apart, nor what rows say
 * on pages that come whole from the server.
 */
function textsInView() {
  const seen = new Set()
  const walker = document.createTreeWalker(
    document.body,
    NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT,
  )
  while (walker.nextNode()) {
    const node = walker.currentNode
    const element = node instanceof Element ? node : node.parentElement
    if (
      element.closest('script, style, .quiet.mono, [class*=designer-] .mono') !== null ||
      element.closest('section:is(.rows, .record) :is(li h2, h3, .lead, dd)') !== null ||
      element.checkVisibility({ visibilityProperty: true }) === false
    )
      continue
    if (node instanceof Element)
      for (const name of ['title', 'aria-label', 'placeholder', 'alt'])
        seen.add(node.getAttribute(name)?.trim())
    else seen.add(node.textContent.trim())
  }
  return [...seen].filter(Boolean)
}
