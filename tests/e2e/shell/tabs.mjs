// Tabs: kept alive, closed, refreshed, and their menu.
import { at, becomes, equal } from './expect.mjs'

const brand = '/sys/product/brand'
const product = '/sys/product/product'

export async function useTabs(person) {
  const { page } = person
  const strip = page.locator('.tab-bar')
  const tab = (title) =>
    strip.locator('.tab').filter({ has: page.getByRole('link', { name: title, exact: true }) })
  const titles = () => strip.getByRole('link').allInnerTexts()
  const menu = async (title, entry) => {
    await tab(title).click({ button: 'right' })
    await strip.getByRole('menuitem', { name: entry, exact: true }).click()
  }
  const entry = async (title) => {
    for (const group of ['System', 'Product info']) await unfold(page, group)
    await page.locator('.sidebar').getByRole('menuitem', { name: title, exact: true }).click()
  }
  const search = () => page.getByLabel('Quick search').filter({ visible: true })

  await person.act('a screen opens one tab, and keeps what is half typed', async () => {
    await person.open(brand)
    await search().fill('half')
    await entry('Products')
    await at(page, product)
    await tab('Brands').getByRole('link').click()
    await at(page, `${brand}?q=half`)
    equal(await search().inputValue(), 'half')
    equal((await titles()).length, 2)
  })
  await person.act(
    'a half filled form survives another tab; the dashboard is made anew',
    async () => {
      await entry('Products')
      await person.button('New').click()
      await at(page, `${product}/new`)
      const name = page
        .getByLabel(/^Name( \*)?$/)
        .filter({ visible: true })
        .first()
      await name.fill('half a product')
      await page.locator('.sidebar').getByRole('menuitem', { name: 'Dashboard' }).click()
      await page.locator('.home').evaluate((home) => home.classList.add('seen'))
      await page.goBack()
      await at(page, `${product}/new`)
      equal(await name.inputValue(), 'half a product')
      await page.goForward()
      await page.locator('.home').waitFor()
      equal(await page.locator('.home.seen').count(), 0)
      await person.open(brand)
    },
  )
  await person.act(
    'refresh goes through /redirect, keeps the query and leaves no trace',
    async () => {
      await search().fill('half')
      await at(page, `${brand}?q=half`)
      const before = await page.evaluate(() => history.length)
      await menu('Brands', 'Refresh')
      await at(page, `${brand}?q=half`)
      await search().waitFor()
      equal(await search().inputValue(), 'half')
      equal(await page.evaluate(() => history.length), before)
      await person.open(`/redirect${brand}?x=1`)
      await at(page, `${brand}?x=1`)
      await becomes(titles, ['Brands'])
      await entry('Products')
      await tab('Brands').getByRole('link').click()
      await at(page, `${brand}?x=1`)
      await page.getByRole('button', { name: 'Close Products' }).click()
    },
  )
  await person.act('the menu of a tab stays inside the bar', async () => {
    const bar = await strip.boundingBox()
    await tab('Brands').click({ button: 'right', position: { x: 1, y: 8 } })
    const box = await strip.getByRole('menu').boundingBox()
    if (box.x < bar.x) throw new Error('it begins before the bar')
    await page.keyboard.press('Escape')
    equal(await strip.getByRole('menu').count(), 0)
    for (const name of ['Products', 'Providers', 'Product types']) await entry(name)
    await page.setViewportSize({ width: 640, height: 800 })
    const last = strip.locator('.tab').last()
    await last.scrollIntoViewIfNeeded()
    await last.click({ button: 'right' })
    const [right, edge] = [await strip.getByRole('menu').boundingBox(), await strip.boundingBox()]
    if (right.x + right.width > edge.x + edge.width) throw new Error('it ends beyond the bar')
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 1440, height: 900 })
  })
  await person.act('a middle click closes a tab and leaves the page in view as it is', async () => {
    await tab('Products').getByRole('link').click({ button: 'middle' })
    await becomes(titles, ['Brands', 'Providers', 'Product types'])
    await at(page, '/sys/product/type')
    equal(page.context().pages().length, 1)
  })
  await person.act(
    'closing the tab in view opens the last one, and forgets what was typed',
    async () => {
      await tab('Brands').getByRole('link').click()
      await search().fill('gone')
      await page.getByRole('button', { name: 'Close Brands' }).click()
      await at(page, '/sys/product/type')
      await entry('Brands')
      await search().waitFor()
      equal(await search().inputValue(), '')
    },
  )
  await person.act('close others leaves the tab of the menu, and opens it', async () => {
    await menu('Providers', 'Close others')
    await at(page, '/sys/product/provider')
    equal(await titles(), ['Providers'])
  })
  await person.act('closing the only tab, or all, leads to the dashboard', async () => {
    await page.getByRole('button', { name: 'Close Providers' }).click()
    await at(page, '/dashboard')
    await becomes(titles, ['Dashboard'])
    await entry('Brands')
    await menu('Brands', 'Close all')
    await at(page, '/dashboard')
    await becomes(titles, ['Dashboard'])
  })
}

/** Opens a group of the menu unless it is open. */
async function unfold(page, group) {
  const title = page.locator('.sidebar .ant-menu-submenu-title').filter({ hasText: group }).first()
  if ((await title.getAttribute('aria-expanded')) !== 'true') await title.click()
}
