// A release comes into force under open pages in a real browser, and goes back; ends
// with `N passed, N failed`.
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { Count, Person, launch, startServer } from './stage.mjs'

const text = (word) => ({ zh: word, en: word, es: word })
const overlay = (of, key, ops) => ({ kind: 'overlay', of, key, title: text(key), ops })
const words = [
  overlay('table', 'product', [
    { op: 'set', at: 'fields/name/title', value: text('What it is called') },
    { op: 'add', at: 'fields', value: { key: 'x_rack', type: 'text', title: text('Rack') } },
  ]),
  overlay('i18n', 'ui', [{ op: 'set', at: 'terms/ui.save', value: text('Keep it') }]),
]
const typed = 'Half a name'

const count = new Count()
const server = await startServer()
const browser = await launch()
try {
  const admin = await Person.arrive(browser, server.base, count, { name: 'publish' })
  await admin.act('signs in', () => admin.signIn('admin'))
  await publish(admin)
  await speakFurther(browser)
  await goBack(admin)
  await keepColumn(admin)
  await admin.leave()
} finally {
  await browser.close()
  server.stop()
}
count.report()

/** What is open follows, and what is typed stays. */
async function publish(admin) {
  const { page } = admin
  const name = page
    .getByLabel(/^Name( \*)?$/)
    .filter({ visible: true })
    .first()
  await admin.act('half a name is typed', async () => {
    await admin.open('/sys/product/product/new')
    await name.fill(typed)
  })
  await admin.act('the console publishes other words', async () => {
    const folder = server.file('site')
    mkdirSync(folder)
    for (const one of words)
      writeFileSync(`${folder}/${one.key}.${one.of}.overlay.json`, JSON.stringify(one))
    copyFileSync('docs/examples/language/fr.language.json', `${folder}/fr.language.json`)
    await server.publish(folder, 'our words')
    await page.getByText('A new release is in use').first().waitFor()
  })
  await admin.act('the open form has them, with what was typed', async () => {
    const field = page
      .getByLabel(/^What it is called/)
      .filter({ visible: true })
      .first()
    await field.waitFor()
    await admin.button('Keep it').waitFor()
    if ((await field.inputValue()) !== typed) throw new Error('what was typed is gone')
    await admin.picture('publish-form')
  })
}

/** Who comes to the login page reads it in the language that the site brought. */
async function speakFurther(browser) {
  const guest = await Person.arrive(browser, server.base, count, { name: 'guest' })
  await guest.act('the login page offers the language and speaks it', async () => {
    await guest.open('/login')
    await guest.page.getByRole('button', { name: 'Language' }).click()
    await guest.page.getByRole('menuitem', { name: 'Français' }).click()
    await guest.button('Se connecter').waitFor()
    await guest.page.getByRole('button', { name: 'Langue' }).waitFor()
    await guest.picture('publish-login')
  })
  await guest.act('the shell and a list speak it, with its dates and what antd says', async () => {
    await guest.signIn('admin')
    await guest.open('/sys/product/product')
    await guest.sees('Produits')
    await guest.page.getByRole('button', { name: 'Compte de' }).first().waitFor()
    await guest.rest()
    await guest.picture('publish-list')
  })
  await guest.leave()
}

/** The field that the site had before is told of with its column, which cannot go yet. */
async function keepColumn(admin) {
  await admin.act('the column of the field that went is kept', async () => {
    await admin.open('/sys/upkeep/release')
    await admin.sees('product.x_rack')
    if (await admin.button('Drop for good').isEnabled()) throw new Error('it may go at once')
    await admin.picture('publish-columns')
  })
}

/** The list of releases leads back. */
async function goBack(admin) {
  const { page } = admin
  await admin.act('the releases are listed', async () => {
    await admin.open('/sys/upkeep/release')
    await admin.sees('our words')
    await admin.sees('Console')
    await admin.picture('publish-releases')
  })
  await admin.act('one goes back to the first', async () => {
    await page.getByRole('row').filter({ hasText: 'Start' }).getByRole('button').click()
    await (await admin.dialog()).getByRole('button', { name: 'Go back to it' }).click()
    await admin.sees('Back to 1')
    await admin.rest()
    await admin.open('/sys/product/product/new')
    await admin.button('Save').waitFor()
    await page
      .getByLabel(/^Name( \*)?$/)
      .filter({ visible: true })
      .first()
      .waitFor()
  })
}
