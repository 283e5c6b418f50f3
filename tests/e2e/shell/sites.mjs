// Two doors, two sessions; what is not granted; the way out.
import { Person, pause } from '../stage.mjs'
import { at, becomes, cookie, equal } from './expect.mjs'

export async function visitBothSites(browser, base, count) {
  const person = await Person.arrive(browser, base, count, { name: 'sites' })
  const { page } = person
  await person.act('a language and a size of this browser are there before login', async () => {
    await page.context().clearCookies()
    await person.open('/login')
    await page.getByRole('heading', { name: '仓库管理系统' }).waitFor()
    await page.context().addCookies([{ name: 'language', value: 'en', url: base }])
  })
  await person.act('the portal has its own door and keeps its own address', async () => {
    await person.open('/user/inbound/out/vsale-order-list?x=1')
    await page.waitForURL((url) => url.pathname === '/user/login')
    await page.getByRole('heading', { name: 'Customer portal' }).waitFor()
    await person.signIn('acme', page.url().slice(base.length))
    await at(page, '/user/inbound/out/vsale-order-list?x=1')
    equal((await cookie(page, 'userInfo.consignor')) !== undefined, true)
    await person.open('/user/')
    await at(page, '/user/dashboard')
    await person.open('/user/sys/product/product')
    await at(page, '/user/404')
  })
  await person.act(
    'neither account is taken at the other door, and is told which is his',
    async () => {
      await person.open('/login')
      await page.locator('input').first().fill('acme')
      await page.locator('input[type=password]').fill('wareloom')
      await page.keyboard.press('Enter')
      await page.getByRole('alert').getByText('customer portal account').waitFor()
      equal(new URL(page.url()).pathname, '/login')
      await page.getByRole('link', { name: 'customer portal' }).click()
      await at(page, '/user/login')
    },
  )
  await person.act('what is not granted is not in the menu, and leads to /404', async () => {
    await person.signIn('picker')
    await page.locator('.sidebar').getByRole('menuitem', { name: 'Dashboard' }).waitFor()
    equal(await page.getByText('System', { exact: true }).count(), 0)
    await person.open('/sys/permission/user')
    await at(page, '/404')
    await person.open('/user/dashboard')
    await page.getByText('Ann of Acme').first().waitFor()
  })
  await person.act(
    'a dead session of the portal leads to its own door and leaves the other in',
    async () => {
      await page.route('**/api/meta/app', (route) =>
        route.fulfill({ status: 403, json: { ...refusal, statusCode: 403 } }),
      )
      await person.open('/user/inbound/out/vsale-order-list')
      await at(page, '/user/login?redirect=%2Finbound%2Fout%2Fvsale-order-list')
      equal(await cookie(page, 'userInfo.consignor'), undefined)
      equal((await cookie(page, 'userInfo.user')) !== undefined, true)
      await page.unroute('**/api/meta/app')
    },
  )
  await person.act('an unlicensed module says so, and is marked a second later', async () => {
    await page.route('**/api/meta/app', withModule)
    await page.route('**/api/auth/hasSaasAuth', (route) =>
      route.fulfill({ json: { result: true, msg: '', data: [], statusCode: 200 } }),
    )
    await person.open('/dashboard')
    const entry = page.locator('.sidebar').getByText('Paid part')
    await entry.click()
    await page.getByText('current module has no permission to operate').waitFor()
    equal(await page.locator('.sidebar .no-auth').count(), 0)
    await page.locator('.sidebar .no-auth').waitFor()
    equal(new URL(page.url()).pathname, '/dashboard')
    await page.unroute('**/api/meta/app')
  })
  await person.act('a call that takes long is told of, and no longer than it takes', async () => {
    await page.route('**/api/auth/hasSaasAuth', (route) => pause(900).then(() => route.continue()))
    await page.route('**/api/meta/app', withModule)
    await person.open('/dashboard')
    await page.locator('.sidebar').getByText('Paid part').click()
    await page.getByText('Data loading').waitFor()
    await page.getByText('Data loading').waitFor({ state: 'detached' })
    await page.unroute('**/api/meta/app')
  })
  await person.act('log out ends the session here and there; Back shows nothing', async () => {
    for (const page of ['/dashboard?first', '/dashboard?second']) await person.open(page)
    const { accessToken } = JSON.parse(await cookie(page, 'userInfo.user'))
    await page
      .locator('.navbar')
      .getByRole('button', { name: /^Account of/ })
      .click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await page.waitForURL((url) => url.pathname === '/login')
    for (const name of ['userInfo', 'tokenInfo', 'menuIds']) {
      await becomes(() => cookie(page, `${name}.user`), undefined)
    }
    await page.goBack()
    await page.locator('input[type=password]').waitFor()
    equal([new URL(page.url()).pathname, await page.locator('.shell').count()], ['/login', 0])
    const refused = await fetch(`${base}/api/meta/app`, {
      method: 'POST',
      headers: { accessToken, guid: 'x' },
      body: '{}',
    })
    equal(refused.status, 401)
  })
  person.complaints = person.complaints.filter((text) => !/status of 40[13]/.test(text))
  await person.leave()
}

const refusal = { result: false, msg: '', data: null }

/** Adds an entry of a module to the menus of the server; a refusal has none. */
async function withModule(route) {
  const response = await route.fetch()
  const answer = await response.json()
  if (answer.data === null) return route.fulfill({ response })
  const meta = {
    title: 'Paid part',
    icon: '',
    menu_Id: 999999,
    menuName: 'paid',
    level: 1,
    noCache: false,
    screen: 'list:paid',
    module: 'paid',
  }
  answer.data.menus.push({ path: '/paid', hidden: false, alwaysShow: false, meta, children: [] })
  await route.fulfill({ response, json: answer })
}
