// An implementer designs a label of 60 x 40 mm from nothing, by mouse and by keyboard, and
// somebody prints a record with it; ends with `N passed, N failed`.
import { Count, Person, launch, startServer } from './stage.mjs'
import { axeFaults } from './sweep/axe.mjs'

const count = new Count()
const server = await startServer()
const browser = await launch()
try {
  const admin = await Person.arrive(browser, server.base, count, { name: 'labels' })
  await admin.act('signs in', () => admin.signIn('admin'))
  await begin(admin)
  await byMouse(admin)
  await byKeyboard(admin)
  await looks(admin)
  await publish(admin)
  await copyShipped(admin)
  await admin.leave()
} finally {
  await browser.close()
  server.stop()
}
count.report()

/** Waits until the change set holds the template, and the engine has drawn it. */
async function kept(admin) {
  await admin.page.getByRole('status').filter({ hasText: 'Kept in the change set' }).waitFor()
  await admin.rest()
}

function element(admin, key) {
  return admin.page.getByRole('option', { name: new RegExp(` ${key}, `) })
}

/** What an element is called says where it lies. */
async function lies(admin, key, where) {
  const name = await element(admin, key).getAttribute('aria-label')
  if (!name.includes(where)) throw new Error(`${name} is not at ${where}`)
}

async function begin(admin) {
  const { page } = admin
  await admin.act('an empty label is begun', async () => {
    await admin.go('/sys/dev/print-designer')
    await admin.button('New change set').click()
    await page.locator('#change-title').fill('A label of our own')
    await page.keyboard.press('Enter')
    await admin.sees('A label of our own · 0 objects')
    await admin.button('New: Print template').click()
    const dialog = await admin.dialog()
    await page.locator('#new-key').fill('x_tag')
    for (const [language, word] of Object.entries({ zh: '吊牌', en: 'Tag', es: 'Marbete' }))
      await page.locator(`#new-${language}`).fill(word)
    await page.locator('#new-table').click()
    await page.keyboard.type('(product)')
    await page.locator('.ant-select-item-option').filter({ hasText: '(product)' }).click()
    await dialog.getByRole('button', { name: 'Begin' }).click()
    await page.getByText('All fits: 1 page').waitFor()
  })
}

/** Chooses from a list that adds something. */
async function pick(admin, list, text) {
  const { page } = admin
  await page.getByRole('combobox', { name: list }).click()
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

async function drag(page, from, to) {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 })
  await page.mouse.move(to.x, to.y, { steps: 4 })
  await page.mouse.up()
}

async function byMouse(admin) {
  const { page } = admin
  let mm
  await admin.act('a field is put on it, moved and snapped to the grid', async () => {
    await pick(admin, 'Add field', 'SKU')
    await element(admin, 'sku').waitFor()
    await kept(admin)
    const paper = await page.locator('.print-paper').boundingBox()
    mm = paper.width / 60
    const box = await element(admin, 'sku').boundingBox()
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    await drag(page, middle, { x: middle.x + 2.3 * mm, y: middle.y + 8.2 * mm })
    await lies(admin, 'sku', 'at 4, 10,')
  })
  await admin.act('its corner makes it larger', async () => {
    const grip = await page.locator('.at-se').boundingBox()
    const from = { x: grip.x + grip.width / 2, y: grip.y + grip.height / 2 }
    await drag(page, from, { x: from.x + 20 * mm, y: from.y + 2 * mm })
    await lies(admin, 'sku', '50 by 7 mm')
    await kept(admin)
  })
  await admin.act('one step back is the drag, a step forward brings it again', async () => {
    await admin.button('Undo').click()
    await lies(admin, 'sku', '30 by 5 mm')
    await admin.button('Redo').click()
    await lies(admin, 'sku', '50 by 7 mm')
    await kept(admin)
  })
  await admin.act('two are marked by a frame and aligned', async () => {
    await pick(admin, 'Add code', 'SKU · QR')
    await element(admin, 'sku_code').waitFor()
    await kept(admin)
    const code = await element(admin, 'sku_code').boundingBox()
    const center = { x: code.x + code.width / 2, y: code.y + code.height / 2 }
    await drag(page, center, { x: center.x + 36 * mm, y: center.y + 2 * mm })
    const paper = await page.locator('.print-paper').boundingBox()
    const at = (x, y) => ({ x: paper.x + x * mm, y: paper.y + y * mm })
    await drag(page, at(1, 1), at(59, 39))
    if ((await page.getByRole('option', { selected: true }).count()) !== 2)
      throw new Error('not two are marked')
    await admin.button('Align at the left').click()
    const [a, b] = await Promise.all(
      ['sku', 'sku_code'].map((key) => element(admin, key).boundingBox()),
    )
    if (Math.abs(a.x - b.x) > 1) throw new Error(`left edges at ${a.x} and ${b.x}`)
    await kept(admin)
    await admin.picture('labels-mouse')
  })
}

async function byKeyboard(admin) {
  const { page } = admin
  await admin.act('a text is added, moved, sized and worded by keyboard alone', async () => {
    await page
      .getByRole('toolbar', { name: 'What can be added' })
      .getByRole('button', { name: 'Text' })
      .focus()
    await page.keyboard.press('Enter')
    await element(admin, 'text').and(page.locator(':focus')).waitFor()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Alt+ArrowRight')
    await page.keyboard.press('Alt+Shift+ArrowDown')
    await lies(admin, 'text', 'at 4, 2.1, 26 by 5.1 mm')
    await page.locator('.designer-panel-head').getByText('text', { exact: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByLabel('Key *').and(page.locator(':focus')).waitFor()
    for (const [language, word] of Object.entries({
      zh: '样品',
      en: 'Sample of ours',
      es: 'Muestra',
    }))
      await page.getByLabel(`text ${language}`, { exact: true }).fill(word)
    await kept(admin)
  })
}

async function looks(admin) {
  const { page } = admin
  await admin.act('what does not fit is told and leads to its element', async () => {
    await pick(admin, 'Add field', 'Name')
    await element(admin, 'name').waitFor()
    await kept(admin)
    const box = await element(admin, 'name').boundingBox()
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    await drag(page, middle, { x: middle.x + 0.75 * box.width, y: middle.y + 4 * box.height })
    await kept(admin)
    await page.getByText('Longest', { exact: true }).click()
    await page.locator('.print-looks').getByRole('button', { name: 'name', exact: true }).click()
    await page.locator('.designer-panel-head').getByText('name', { exact: true }).waitFor()
    await admin.picture('labels-longest')
    await page.getByText('Usual', { exact: true }).click()
    await page.getByText('All fits: 1 page').waitFor()
  })
  await admin.act('a real record is on the paper', async () => {
    await page.getByRole('combobox', { name: 'A real record' }).click()
    await page.locator('.ant-select-item-option').filter({ visible: true }).first().click()
    await admin.rest()
    await admin.picture('labels-record')
  })
  await admin.act('the screen is clean to those who hear it', async () => {
    const faults = await axeFaults(page)
    if (faults.length > 0) throw new Error(JSON.stringify(faults).slice(0, 800))
  })
  await admin.act('a phone shows the paper alone', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.locator('.print-paper img').waitFor()
    if (await page.locator('.designer-panel').isVisible()) throw new Error('the panel is there')
    await admin.picture('labels-phone')
    await page.setViewportSize({ width: 1440, height: 900 })
  })
}

async function publish(admin) {
  const { page } = admin
  await admin.act('it is published', async () => {
    await admin.button('Preview and publish').click()
    await page.getByText('tests passed').waitFor()
    await admin.button('Publish').click()
    await page.getByText('is in force').first().waitFor()
  })
  await admin.act('a record is shown on the label', async () => {
    const answer = page.waitForResponse((one) => one.url().includes('/api/print/draft'))
    await admin.go('/sys/dev/print-designer?kind=print&key=x_tag')
    if ((await answer).status() !== 200) throw new Error('no draft of what is in force')
    await admin.go('/sys/product/product?sort=sku')
    const id = await page.evaluate(() => document.querySelector('[data-id]')?.dataset.id)
    await page.goto(`${admin.base}/print/base2/x_tag/${id ?? (await first(admin))}`)
    const picture = page.getByRole('img', { name: 'Tag', exact: true })
    await picture.waitFor()
    await picture.evaluate((image) => image.decode())
    await admin.picture('labels-printed')
  })
}

/** The id of the first record of the list, from its link. */
async function first(admin) {
  const link = admin.page.locator('tbody a[href*="/product/"]').first()
  return (await link.getAttribute('href')).split('/').at(-1).split('?')[0]
}

async function copyShipped(admin) {
  const { page } = admin
  await admin.act('a shipped template is copied and opens', async () => {
    await admin.go('/sys/dev/print-designer')
    await admin.button('New change set').click()
    await page.locator('#change-title').fill('Copies')
    await page.keyboard.press('Enter')
    await admin.sees('Copies · 0 objects')
    await admin.go('/sys/dev/print-designer?kind=print&key=delivery_note')
    await page.getByText('200 lines', { exact: true }).click()
    await page.getByText(/All fits: \d pages/).waitFor()
    await admin.picture('labels-sheet')
    await admin.button('Copy to a new template').click()
    const dialog = await admin.dialog()
    await page.locator('#new-key').fill('x_note')
    for (const language of ['zh', 'en', 'es']) await page.locator(`#new-${language}`).fill('Note')
    await dialog.getByRole('button', { name: 'Begin' }).click()
    await page.locator('.designer-bar').getByText('x_note', { exact: true }).waitFor()
  })
}
