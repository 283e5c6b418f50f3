// Records are printed from a list: the preview shows the server's pages, and the browser
// prints the same ones. Ends with `N passed, N failed`.
import { gridOf } from './lists/grid.mjs'
import { Count, Person, launch, startServer } from './stage.mjs'

const products = 1201 // of products
const count = new Count()
const server = await startServer()
const browser = await launch()
try {
  const person = await Person.arrive(browser, server.base, count, { name: 'print' })
  await work(person)
  await person.leave()
} finally {
  await browser.close()
  server.stop()
}
count.report()

async function work(person) {
  let preview
  await person.act('two products are chosen in a list and shown on paper', async () => {
    await person.signIn('admin')
    await person.open('/sys/product/product?sort=sku')
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
    await preview.close()
  })
}

/** Waits until the pages of a template are in view. */
async function drawn(page, title) {
  const picture = page.getByRole('img', { name: title, exact: true })
  await picture.waitFor()
  await picture.evaluate((image) => image.decode())
}
