// Role authorisation and the look at the product as a role, in a real browser; ends
// with `N passed, N failed`.
import { Count, Person, launch, startServer } from './stage.mjs'

const authorise = '/sys/permission/authorise'
const count = new Count()
const server = await startServer()
const browser = await launch()
try {
  const admin = await Person.arrive(browser, server.base, count, { name: 'preview' })
  await admin.act('signs in', () => admin.signIn('admin'))
  await authorising(admin)
  await looking(admin)
  await owned(admin)
  for (const language of ['zh', 'es']) await inWords(language)
  await admin.leave()
} finally {
  await browser.close()
  server.stop()
}
count.report()

async function choose(admin, code) {
  const { page } = admin
  await page.getByLabel('Role', { exact: true }).click()
  await page.keyboard.type(code)
  await page
    .locator('.ant-select-item-option')
    .filter({ visible: true, hasText: code })
    .first()
    .click()
  await page.locator('.rights-row').first().waitFor()
}

async function authorising(admin) {
  const { page } = admin
  await admin.act('a role shows what it holds, group by group', async () => {
    await admin.open(authorise)
    await choose(admin, 'picker')
    await page.locator('.rights-row .ant-checkbox-indeterminate').first().waitFor()
    await admin.picture('rights-1440')
  })
  await admin.act('a search finds entries', async () => {
    await page.getByPlaceholder('Search menus, numbers or buttons').fill('product')
    await page.locator('main').getByText('Carriers', { exact: true }).waitFor({ state: 'hidden' })
    await admin.sees('Products')
  })
  await admin.act('a tick waits to be saved', async () => {
    const entry = page.getByRole('group', { name: 'Products', exact: true }).getByRole('checkbox')
    await entry.first().click()
    if (!(await admin.button('Save').isEnabled())) throw new Error('nothing to save')
    if (await admin.button('See as this role').isEnabled())
      throw new Error('it shows what is not saved')
  })
  await admin.act('what somebody else saved stays', async () => {
    const other = await Person.arrive(browser, server.base, count, { name: 'other' })
    await other.signIn('admin')
    await other.open(authorise)
    await choose(other, 'picker')
    await other.page
      .getByRole('group', { name: 'Brands', exact: true })
      .getByRole('checkbox')
      .first()
      .click()
    await other.button('Save').click()
    await other.page.getByText('Saved').first().waitFor()
    await other.leave()
    await admin.button('Save').click()
    await admin.sees('Someone else changed this role in the meantime')
    await admin.button('Save').click()
    await page.getByText('Saved').first().waitFor()
    await page.getByPlaceholder('Search menus, numbers or buttons').fill('')
    for (const name of ['Brands', 'Products']) {
      const box = page.getByRole('group', { name, exact: true }).getByRole('checkbox').first()
      if (!(await box.isChecked())) throw new Error(`${name} is not held`)
    }
  })
}

async function looking(admin) {
  const { page } = admin
  await admin.act('the product is seen as the role sees it', async () => {
    await admin.button('See as this role').click()
    await page.getByText(/Viewing as the role/).waitFor()
    await admin.picture('preview-1440')
    const menu = page.locator('.sidebar')
    await menu.waitFor()
    if ((await menu.getByText('System', { exact: true }).count()) > 0)
      throw new Error('the menu is not the role’s')
  })
  await admin.act('nothing can be changed', async () => {
    await admin.go('/sys/product/product')
    await admin.sees('AC-1001')
    await admin.button('New').click()
    await admin.choose('Consignor', 'ACME')
    await page.getByLabel(/^SKU/).first().fill('SEEN-1')
    await page.getByLabel(/^Name/).first().fill('Seen')
    await page.keyboard.press('Control+s')
    await page
      .getByText(/End the preview first/)
      .first()
      .waitFor()
  })
  await admin.act('it ends where it began', async () => {
    await admin.button('End the preview').click()
    await page.waitForURL((url) => url.pathname === authorise)
    await page.locator('.rights').waitFor()
    if ((await page.getByText(/Viewing as the role/).count()) > 0) throw new Error('the bar stays')
  })
}

async function owned(admin) {
  const { page } = admin
  await admin.act('for users of an owner it asks whose', async () => {
    await choose(admin, 'consignor')
    await admin.button('See as this role').click()
    await page.getByLabel(/View as a user of whom/).fill('ACME')
    await page
      .locator('.ant-select-item-option')
      .filter({ visible: true, hasText: 'ACME' })
      .first()
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'See as this role' }).click()
    await page
      .getByText(/of ACME/)
      .first()
      .waitFor()
    await admin.picture('preview-owner-1440')
    await admin.button('End the preview').click()
    await page.waitForURL((url) => url.pathname === authorise)
  })
}

/** The page and the bar in another language, as wide as a phone. */
async function inWords(language) {
  const name = `preview-${language}`
  const window = { name, language, viewport: { width: 390, height: 844 } }
  const person = await Person.arrive(browser, server.base, count, window)
  await person.act('the page fits a phone', async () => {
    await person.signIn('admin')
    await person.open(authorise)
    await person.page.locator('.rights-role').click()
    await person.page.locator('.ant-select-item-option').filter({ visible: true }).first().click()
    await person.page.locator('.rights-row').first().waitFor()
    const wide = await person.page.evaluate(
      () => document.querySelector('.rights').scrollWidth - window.innerWidth,
    )
    await person.picture(`rights-${language}-390`)
    if (wide > 0) throw new Error(`${wide} px too wide`)
    await person.page.locator('.rights-head button').filter({ visible: true }).first().click()
    await person.page.locator('.ant-alert-banner').waitFor()
    await person.picture(`preview-${language}-390`)
    await person.page.locator('.ant-alert-banner button').click()
    await person.page.locator('.rights').waitFor()
  })
  await person.leave()
}
