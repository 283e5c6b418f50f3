// What an implementer does in a designer: choose, type, wait until it is kept.
import { wordIn } from './words.mjs'

const languages = { Chinese: 'zh', English: 'en', Spanish: 'es' }

/** The hands of a person before a designer. */
export function handsOf(admin) {
  const began = Date.now()
  let pasted = 0 // characters
  return {
    countHands,
    tellHands,
    field,
    kept,
    type,
    titled,
    option,
    make,
    addField,
    chooseField,
    inAll,
  }

  /** Counts clicks and keys of the person, over all pages. */
  async function countHands() {
    await admin.page.addInitScript(() => {
      for (const kind of ['pointerdown', 'keydown'])
        window.addEventListener(
          kind,
          () =>
            window.localStorage.setItem(kind, Number(window.localStorage.getItem(kind) ?? 0) + 1),
          true,
        )
    })
  }

  async function tellHands() {
    const [clicks, keys] = await admin.page.evaluate(() =>
      ['pointerdown', 'keydown'].map((kind) => window.localStorage.getItem(kind)),
    )
    const minutes = ((Date.now() - began) / 60_000).toFixed(1)
    const all = Number(keys) + pasted
    console.log(`   built with ${clicks} clicks and ${all} keys in ${minutes} minutes`)
  }

  /** A field of the panel or a dialog. */
  function field(name) {
    return admin.page.getByLabel(name, { exact: true }).filter({ visible: true }).first()
  }

  /** Waits until the change set holds what was typed. */
  async function kept() {
    await admin.page.getByRole('status').filter({ hasText: 'Kept in the change set' }).waitFor()
    await admin.rest()
  }

  /** Writes into a field at once, as who pastes does: with each key all of the designer is drawn. */
  async function type(name, text) {
    await field(name).click()
    await field(name).fill(text)
    pasted += text.length
  }

  /** Writes into a field key by key. */
  async function typeKeys(name, text) {
    await field(name).click()
    await field(name).fill('')
    await admin.page.keyboard.type(text)
  }

  async function titled(word, name = 'title') {
    for (const language of Object.values(languages))
      await type(`${name} ${language}`, wordIn(language, word))
  }

  /** Types a word in each language into the fields that bear the languages' names. */
  async function inAll(word, before = '') {
    for (const [name, language] of Object.entries(languages))
      await type(before + name, wordIn(language, word))
  }

  async function option(name, value) {
    await field(name).click()
    await admin.page.keyboard.type(value)
    await admin.page
      .locator('.ant-select-item-option')
      .filter({ visible: true, has: admin.page.getByText(value, { exact: true }) })
      .first()
      .click()
  }

  /** A new object: its key and its words. */
  async function make(kind, key, word) {
    await admin.button(`New: ${kind}`).click()
    await type('Key', key)
    await inAll(word)
    await admin.page.keyboard.press('Enter')
    await admin.page.locator('.designer-bar').getByText(key, { exact: true }).waitFor()
  }

  /** A field more: its name, type and word, and what else is said of it. */
  async function addField(key, kind, word, rest = async () => undefined) {
    await admin.button('Add field').click()
    await admin.page.locator('.designer-panel-head').getByText('New', { exact: true }).waitFor()
    await typeKeys('Key *', key)
    await admin.page.keyboard.press('Enter')
    await option('Type *', kind)
    await titled(word)
    await rest()
    await kept()
  }

  /** Chooses a field of a table and waits for its panel: the one before has the same names. */
  async function chooseField(key) {
    await admin.page.getByRole('cell', { name: key, exact: true }).getByRole('button').click()
    await admin.page.locator('tr.designer-chosen').getByText(key, { exact: true }).waitFor()
  }
}
