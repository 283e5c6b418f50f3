// Looks: language, size, theme, width, full screen, the log of errors.
import { pause } from '../stage.mjs'
import { becomes, cookie, equal } from './expect.mjs'

const named = /^(theme|language|size|sidebarStatus|(userInfo|tokenInfo|menuIds)\.(user|consignor))$/

export async function chooseLooks(person) {
  const { page } = person
  const choose = async (control, entry) => {
    await page.locator('.navbar').getByRole('button', { name: control, exact: true }).click()
    await page.getByRole('menuitem', { name: entry, exact: true }).click()
  }
  await person.act('the bar above tells system, person, version and the way to here', async () => {
    await person.open('/sys/product/brand')
    const bar = page.locator('.navbar')
    await bar.locator('.system-name', { hasText: 'Wareloom' }).waitFor()
    await bar.getByText(/^Ada Admin \(.+\)$/).waitFor()
    const crumbs = bar.locator('.crumbs li:not(.ant-breadcrumb-separator)')
    await becomes(() => crumbs.allInnerTexts(), ['Dashboard', 'System', 'Product info'])
    if (!(await page.title()).includes('Wareloom')) throw new Error(await page.title())
    await bar.getByRole('button', { name: /^Account of/ }).click()
    await page.getByRole('menuitem', { name: 'Dashboard' }).filter({ visible: true }).last().click()
    await page.waitForURL((url) => url.pathname === '/dashboard')
  })
  await person.act('a page comes up without a jump', async () => {
    await person.open('/sys/product/product')
    await person.sees('AC-1001')
    const moved = await page.evaluate(layoutShift)
    if (moved > 0.01) throw new Error(`layout shift of ${moved}`)
  })
  await person.act('the theme of the address is kept', async () => {
    await person.open('/dashboard?theme=dark')
    await page.locator('html[data-theme=dark]').waitFor()
    await person.open('/dashboard')
    await page.locator('html[data-theme=dark]').waitFor()
    await person.open('/dashboard?theme=nonsense')
    await page.locator('html[data-theme=default]').waitFor()
    equal(await cookie(page, 'theme'), 'default')
  })
  await person.act(
    'the menu collapses, remembers it, and opens one submenu at a time',
    async () => {
      const toggle = page.getByRole('button', { name: 'Open or close the menu' })
      await toggle.click()
      await page.locator('.sidebar.collapsed').waitFor()
      equal(await cookie(page, 'sidebarStatus'), '1')
      await page.reload()
      await page.locator('.sidebar.collapsed').waitFor()
      await toggle.click()
      equal(await cookie(page, 'sidebarStatus'), '0')
      for (const area of ['System', 'Storage', 'Inbound']) {
        await page
          .locator('.sidebar > ul > li > .ant-menu-submenu-title', { hasText: area })
          .click()
        await becomes(() => page.locator('.sidebar > ul > .ant-menu-submenu-open').count(), 1)
      }
    },
  )
  await person.act('below 1027 px the menu lies over the page, with a backdrop', async () => {
    await page.setViewportSize({ width: 1027, height: 800 })
    await page.locator('.shell:not(.mobile) .sidebar').waitFor()
    await page.setViewportSize({ width: 1026, height: 800 })
    await page.locator('.shell.mobile').waitFor()
    equal(await page.locator('.sidebar, .backdrop').count(), 0)
    const toggle = page.getByRole('button', { name: 'Open or close the menu' })
    await toggle.click()
    await page.locator('.backdrop').click({ position: { x: 900, y: 400 } })
    equal(await page.locator('.sidebar, .backdrop').count(), 0)
    await toggle.click()
    await page.locator('.sidebar').getByRole('menuitem', { name: 'Dashboard' }).click()
    await page.setViewportSize({ width: 1440, height: 900 })
  })
  await person.act('a size is told and kept, and leaves tabs and address as they are', async () => {
    await person.open('/sys/product/brand?x=1')
    await choose('Size', 'Mini')
    await page.getByText('Switch Size Success').waitFor()
    equal(await cookie(page, 'size'), 'mini')
    equal(new URL(page.url()).pathname + new URL(page.url()).search, '/sys/product/brand?x=1')
    equal(await page.locator('.tab').count(), 1)
    await choose('Size', 'Medium')
  })
  await person.act(
    'a language is told in itself and changes all texts without a reload',
    async () => {
      await page.evaluate(() => (document.title += ' (not reloaded)'))
      for (const [control, language, told, tab] of languages) {
        await choose(control, language)
        await page.getByText(told).waitFor()
        await page.locator('.tab', { hasText: tab }).waitFor()
        if (language !== '中文') await noHan(page)
      }
      if (!(await page.title()).endsWith('(not reloaded)'))
        throw new Error('the page was loaded anew')
      equal(await cookie(page, 'language'), 'en')
    },
  )
  await person.act('an error of the page can be read in the log', async () => {
    const button = page.getByRole('button', { name: 'Error Log' })
    equal(await button.count(), 0)
    await page.evaluate(
      () =>
        void setTimeout(() => dispatchEvent(new ErrorEvent('error', { error: new Error('boom') }))),
    )
    await button.click()
    const dialog = page.getByRole('dialog')
    for (const text of ['Error Log', 'boom', `${person.base}/sys/product/brand?x=1`])
      await dialog.getByText(text).first().waitFor()
    await dragDialog(page)
    await page.keyboard.press('Escape')
  })
  await person.act('a page that fails is logged by the name of its component', async () => {
    await page.route('**/api/data/brand/query', async (route) => {
      const answer = await (await route.fetch()).json()
      await route.fulfill({ json: { ...answer, data: { ...answer.data, rows: [null] } } })
    })
    await person.open('/sys/product/brand')
    await page.getByRole('button', { name: 'Error Log' }).click()
    await page
      .getByRole('dialog')
      .getByText(/render · [A-Z][A-Za-z]{3,}/)
      .first()
      .waitFor()
    await page.unroute('**/api/data/brand/query')
    await person.open('/sys/product/brand')
    person.complaints = person.complaints.filter((text) => !text.includes('TypeError'))
  })
  await person.act('on a phone the looks stand in the menu of the person', async () => {
    await page.setViewportSize({ width: 390, height: 800 })
    equal(await page.locator('.navbar .look').filter({ visible: true }).count(), 0)
    await page.getByRole('button', { name: /^Account of/ }).click()
    await page.getByRole('menuitem', { name: 'Theme' }).click()
    await page.getByRole('menuitem', { name: 'Floor', exact: true }).click()
    await page.locator('html[data-theme=floor]').waitFor()
    await page.getByRole('menuitem', { name: 'Floor', exact: true }).waitFor({ state: 'hidden' })
    await page.setViewportSize({ width: 1440, height: 900 })
    await choose('Theme', 'Light')
  })
  await person.act('a lost connection is seen, and that it is back', async () => {
    await page.context().setOffline(true)
    await page.getByRole('status').getByText('No connection').waitFor()
    await page.context().setOffline(false)
    await page.getByText('No connection').waitFor({ state: 'detached' })
    person.complaints = person.complaints.filter(
      (text) => !text.includes('ERR_INTERNET_DISCONNECTED'),
    )
  })
  await person.act('no cookie is kept but those that are named', async () => {
    const cookies = await page.context().cookies()
    equal(
      cookies.map(({ name }) => name).filter((name) => !named.test(name)),
      [],
    )
    equal(cookies.length > 5, true)
  })
  await person.act('full screen goes on and off', async () => {
    await page.getByRole('button', { name: 'Full screen', exact: true }).click()
    await becomes(() => page.evaluate(() => document.fullscreenElement !== null), true)
    await page.getByRole('button', { name: 'Exit full screen' }).click()
    await becomes(() => page.evaluate(() => document.fullscreenElement !== null), false)
  })
}

/** A dialog stands 3vh from the top, 10vh in a window above 900 px, follows its head, and is never below 400 x 300. */
async function dragDialog(page) {
  const dialog = page.locator('.ant-modal-container')
  const head = dialog.locator('.ant-modal-header')
  await pause(100)
  await becomes(() => page.locator('.ant-zoom-appear, .ant-zoom-enter').count(), 0)
  await page.setViewportSize({ width: 1440, height: 901 })
  equal(Math.round((await dialog.boundingBox()).y), 90)
  await page.setViewportSize({ width: 1440, height: 900 })
  const before = await dialog.boundingBox()
  equal(Math.round(before.y), 27)
  await drag(page, await startOf(head), 40, 60)
  const moved = await dialog.boundingBox()
  equal([moved.x - before.x, moved.y - before.y].map(Math.round), [40, 60])
  await drag(page, { x: moved.x + moved.width - 4, y: moved.y + moved.height - 4 }, -900, -900)
  const small = await dialog.boundingBox()
  equal([small.width, small.height].map(Math.round), [400, 300])
}

/** Its beginning: a message in passing may lie over the middle. */
async function startOf(locator) {
  const { x, y, height } = await locator.boundingBox()
  return { x: x + 8, y: y + height / 2 }
}

async function drag(page, { x, y }, dx, dy) {
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + dx, y + dy, { steps: 4 })
  await page.mouse.up()
}

/** How much of the page has moved since it was opened, as browsers measure it; runs in the page. */
function layoutShift() {
  return new Promise((done) => {
    const observer = new PerformanceObserver((list) =>
      done(list.getEntries().reduce((sum, { value }) => sum + value, 0)),
    )
    observer.observe({ type: 'layout-shift', buffered: true })
    setTimeout(() => done(0), 500) // nothing moved
  })
}

/** The frame itself is in one language; names that a language has of itself excepted. */
async function noHan(page) {
  const texts = await page.locator('.sidebar, .navbar, .tab-bar').allInnerTexts()
  const [found] = /\p{Script=Han}+/u.exec(texts.join(' ')) ?? []
  if (found !== undefined) throw new Error(`"${found}" is left`)
}

const languages = [
  ['Language', '中文', '切换语言成功', '品牌'],
  ['语言', 'Español', 'Idioma cambiado correctamente', 'Marcas'],
  ['Idioma', 'English', 'Switch Language Success', 'Brands'],
]
