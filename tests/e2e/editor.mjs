// An editor publishes a piece in three languages, the public reads it, he corrects it and takes
// the correction back out of its history, and withdraws it. Ends with `N passed, N failed`.
import { Count, Person, launch, startServer } from './stage.mjs'

const first = {
  en: 'Dock 7 opens at nine',
  zh: '七号月台九点开放',
  es: 'El muelle 7 abre a las nueve',
}
const later = { en: 'Dock 7 opens at ten', es: 'El muelle 7 abre a las diez' }
const languages = { en: 'English', zh: '中文', es: 'Español' }

const count = new Count()
const server = await startServer()
const browser = await launch()
try {
  const editor = await Person.arrive(browser, server.base, count, { name: 'editor' })
  await editor.signIn('admin')
  const address = await write(editor)
  await publicly('nobody reads a draft', address, {}, ['zh', 'en', 'es'])
  await publish(editor)
  await publicly('everybody reads it', address, first)
  await atHome('the owner finds it on his home page', address)
  await correct(editor)
  await publicly('everybody reads the correction', address, later, ['zh'])
  await takeBack(editor)
  await publicly('everybody reads what it was', address, first)
  await withdraw(editor)
  await publicly('nobody reads it any more', address, {}, ['zh', 'en', 'es'])
  await editor.leave()
} finally {
  await browser.close()
  server.stop()
}
count.report()

/** Writes a piece of news in three languages and gives the address that the public will have. */
async function write(editor) {
  const { page } = editor
  let id = ''
  await editor.act('writes a piece of news in three languages', async () => {
    await editor.open('/sys/cms/content/new')
    await page.getByLabel(/^Subject/).fill('Dock 7')
    await editor.choose('Module', 'News')
    for (const [language, words] of Object.entries(first)) {
      await editor.button('Add a line').click()
      await page.keyboard.type(languages[language])
      const option = page.locator('.ant-select-item-option').filter({ visible: true })
      await option.filter({ hasText: languages[language] }).click()
      await page.keyboard.press('Tab')
      await page.keyboard.type(words)
    }
    await editor.picture('editor-new')
    await editor.button('Save').click()
    await page.waitForURL(/\/sys\/cms\/content\/\d+$/)
    id = page.url().split('/').pop()
    await editor.sees(first.zh)
  })
  return `/newsInfo/${id}`
}

/** A goods owner begins at his home page, on a phone. */
async function atHome(name, address) {
  const owner = await Person.arrive(browser, server.base, count, {
    name: 'owner',
    language: 'es',
    viewport: { width: 390, height: 844 },
  })
  await owner.signIn('acme', '/user/login')
  await owner.act(name, async () => {
    const link = owner.page.getByRole('link', { name: first.es })
    if ((await link.getAttribute('href')) !== address) throw new Error('it leads elsewhere')
    await owner.picture('editor-home')
  })
  await owner.leave()
}

async function publish(editor) {
  await editor.act('publishes it', async () => {
    await editor.take('Publish')
    await editor.sees('Published')
    await editor.picture('editor-published')
  })
}

/** Changes two of the languages and takes the third away. */
async function correct(editor) {
  const { page } = editor
  await editor.act('corrects two languages and drops the third', async () => {
    await editor.button('Edit').click()
    for (const [language, words] of Object.entries(later)) {
      await page.getByText(first[language]).click()
      await page.keyboard.press('Control+a')
      await page.keyboard.type(words)
      await page.keyboard.press('Tab')
    }
    await page.getByRole('row').filter({ hasText: first.zh }).getByRole('button').last().click()
    await editor.button('Save').click()
    await editor.sees(later.en)
  })
}

/** Looks at who changed what, and takes the state before it back. */
async function takeBack(editor) {
  const { page } = editor
  await editor.act('sees in the history what was changed in which language', async () => {
    await editor.besides()
    const newest = page.locator('.record-drawer .history li').first()
    await newest.getByText('English').waitFor()
    await newest.getByText(first.zh).waitFor({ state: 'attached' })
    await editor.picture('editor-history')
  })
  await editor.act('takes the state before it back', async () => {
    const back = page
      .locator('.record-drawer')
      .getByRole('button', { name: 'Take back this state' })
    await back.first().click()
    await page.locator('.record-drawer').waitFor({ state: 'detached' })
    await editor.picture('editor-taken-back')
    await editor.button('Save').click()
    await editor.button('Edit').waitFor()
    for (const words of Object.values(first)) await editor.sees(words)
  })
}

async function withdraw(editor) {
  await editor.act('withdraws it', async () => {
    await editor.take('Withdraw')
    await editor.sees('Withdrawn')
  })
}

/** Reads the piece as a stranger does, without scripts: what is there, and what is not. */
async function publicly(name, address, words, missing = []) {
  if (count.failed > 0) return
  for (const language of ['zh', 'en', 'es']) {
    const reader = await Person.arrive(browser, server.base, count, {
      name: `reader in ${language}`,
      language,
      javaScriptEnabled: false,
    })
    await reader.act(name, async () => {
      const answer = await reader.open(`${address}?lang=${language}`)
      const text = await reader.page.locator('body').innerText()
      const foreign = missing.includes(language) && text.includes(first[language])
      if (foreign) throw new Error(`${first[language]} is read`)
      if (Object.keys(words).length === 0 && answer.status() !== 404)
        throw new Error(`status ${answer.status()}`)
      if (words[language] !== undefined && !text.includes(words[language]))
        throw new Error(`no ${words[language]} in ${text.slice(0, 300)}`)
      await reader.picture(`editor-${name.split(' ').pop()}-${language}`)
    })
    await reader.page.context().close()
  }
}
