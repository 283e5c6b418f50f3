// Records are printed from a list: the preview shows the server's pages, and the browser
// prints the same ones. Ends with `N passed, N failed`.
import { gridOf } from './lists/grid.mjs'
import { Count, Person, launchWhole, startServer } from './stage.mjs'

const products = 1201 // of products
let printed // the record that is printed first, and then again
const count = new Count()
const server = await startServer()
const browser = await launchWhole()
try {
  const person = await Person.arrive(browser, server.base, count, { name: 'print' })
  await work(person)
  await person.leave()
  for (const [language, viewport] of [
    ['zh', { width: 390, height: 844 }],
    ['es', { width: 1440, height: 900 }],
  ])
    await again(language, viewport)
} finally {
  await browser.close()
  server.stop()
}
count.report()

async function work(person) {
  let preview
  // Nobody answers the browser's own dialog here: what is handed to it is counted.
  await person.page.context().addInitScript(() => {
    Object.defineProperty(window.HTMLIFrameElement.prototype, 'contentWindow', {
      get: () => ({ print: () => (window.handedOver = (window.handedOver ?? 0) + 1) }),
    })
  })
  await person.act('two products are chosen in a list and shown on paper', async () => {
    await person.signIn('admin')
    await person.go('/sys/product/product?sort=sku')
    const boxes = gridOf(person.page).rows.getByRole('checkbox')
    await boxes.nth(0).click()
    await boxes.nth(1).click()
    const opened = person.page.context().waitForEvent('page')
    await person.page
      .getByRole('toolbar', { name: 'Selection' })
      .getByRole('link', { name: 'Print' })
      .click()
    preview = await opened
    await drawn(preview, 'Product label')
    await preview.getByText('2 pages').waitFor()
    await preview.screenshot({ path: 'tests/e2e/shots/print-preview.png' })
  })
  await person.act('another template is drawn anew', async () => {
    await preview.getByRole('combobox', { name: 'Template' }).click()
    await preview.getByText('Product label, small').click()
    await drawn(preview, 'Product label, small')
  })
  await person.act('one of its pages is asked for', async () => {
    const pages = preview.getByRole('textbox', { name: 'Pages' })
    for (const [text, type] of [
      ['9', 'application/json'], // a refusal
      ['2', 'application/pdf'],
    ]) {
      await pages.fill(text)
      const answer = preview.waitForResponse((one) => one.url().endsWith('/api/print/render'))
      await preview.getByRole('button', { name: 'Download PDF' }).click()
      const came = (await answer).headers()['content-type']
      if (!came.startsWith(type)) throw new Error(`${text}: ${came}`)
    }
    await pages.fill('')
  })
  await person.act('what is downloaded is a PDF', async () => {
    const download = preview.waitForEvent('download')
    await preview.getByRole('button', { name: 'Download PDF' }).click()
    const name = (await download).suggestedFilename()
    if (name !== 'Product label, small.pdf') throw new Error(name)
  })
  await person.act('a menu entry leads to its first template', async () => {
    const [id] = new URL(preview.url()).pathname.split('/').at(-1).split(',')
    await preview.goto(`${person.base}/print/base/${products}/${id}`)
    await drawn(preview, 'Product label')
    printed = id
  })
  await person.act('a first print asks nothing', async () => {
    await preview.getByRole('spinbutton', { name: 'Copies' }).fill('3')
    await preview.getByRole('button', { name: 'Print', exact: true }).click()
    await preview.getByText(/^Printed 1 time, last by Ada Admin at /).waitFor()
  })
  await person.act('a second one wants a reason', async () => {
    const print = preview.getByRole('button', { name: 'Print', exact: true })
    if (await print.isEnabled()) throw new Error('it prints again without a reason')
    await preview.getByLabel('Why it is printed again').fill('torn')
    await print.click()
    await preview.getByText(/^Printed 2 times, last by Ada Admin at /).waitFor()
    await preview.waitForFunction(() => window.handedOver === 2)
    await preview.close()
  })
}

/** The preview of what was printed before, in another language and on another screen. */
async function again(language, viewport) {
  const name = `print-${language}-${viewport.width}`
  const person = await Person.arrive(browser, server.base, count, { name, language, viewport })
  await person.act('what was printed before is told, and fits', async () => {
    await person.signIn('admin')
    await person.go(`/print/base2/product/${printed}`)
    await person.page.locator('.print-reason input').waitFor()
    await person.page.locator('.print-pages img').waitFor()
    const wide = await person.page.evaluate(
      () => document.documentElement.scrollWidth - window.innerWidth,
    )
    await person.picture(name)
    if (wide > 0) throw new Error(`${wide} px too wide`)
  })
  await person.leave()
}

/** Waits until the pages of a template are in view. */
async function drawn(page, title) {
  const picture = page.getByRole('img', { name: title, exact: true })
  await picture.waitFor()
  await picture.evaluate((image) => image.decode())
}
