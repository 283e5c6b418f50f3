// Doors: login with its way back, the pages for addresses that lead nowhere, the way out.
import { at, equal } from './expect.mjs'

export async function openDoors(person) {
  const { page } = person
  await person.act(
    'the pages before the shell open without a session, a menu or tabs',
    async () => {
      for (const [path, title] of open) {
        await person.open(path)
        await page.getByRole('heading', { name: title }).waitFor()
        equal(
          [new URL(page.url()).pathname, await page.locator('.sidebar, .tab-bar').count()],
          [path, 0],
        )
      }
    },
  )
  await person.act('a forgotten password is asked for, and a wrong code refused', async () => {
    await person.open('/forget-pwd')
    await page.getByLabel('Account').fill('nobody')
    await person.button('Request a reset code').click()
    await page.getByText('If the account exists').waitFor()
    await page.getByLabel('Reset code').fill('wrong')
    await page.getByLabel('New password').fill('a new password 1')
    await person.button('Set the password').click()
    await page.getByRole('alert').waitFor()
  })
  await person.act('a page asked for without a session waits behind the login', async () => {
    await person.open('/sys/product/product?status=new&code=007')
    await page.waitForURL((url) => url.pathname === '/login')
    await person.signIn('admin', page.url().slice(person.base.length))
    await at(page, '/sys/product/product?status=new&code=007')
  })
  await person.act('an address that does not exist leads to /404', async () => {
    await person.open('/no/such/page')
    await at(page, '/404')
    await page.getByText('Page not found').waitFor()
  })
  await person.act('/ leads to the dashboard, with one crumb for it', async () => {
    await person.open('/')
    await at(page, '/dashboard')
    await page.locator('.crumbs li', { hasText: 'Dashboard' }).waitFor()
    equal(await page.locator('.crumbs li').count(), 1)
  })
  await person.act('/auth-redirect goes on inside this app only', async () => {
    await person.open('/auth-redirect?redirect=https://example.org/')
    await at(page, '/dashboard')
    await person.open('/auth-redirect?redirect=/sys/product/brand')
    await at(page, '/sys/product/brand')
  })
  await person.act('a lost session leads to login, says so once, and back', async () => {
    await page.route('**/api/data/**', (route) => route.fulfill({ status: 200, json: lost }))
    await person.open('/sys/product/product?x=1')
    await page.waitForURL((url) => url.pathname === '/login')
    await page.getByRole('alert').getByText('System not logged in').waitFor()
    equal(await page.getByText('System not logged in').count(), 1)
    equal(new URL(page.url()).searchParams.get('redirect'), '/sys/product/product?x=1')
    await page.unroute('**/api/data/**')
    await person.signIn('admin', page.url().slice(person.base.length))
    await at(page, '/sys/product/product?x=1')
    // What was on its way when the session went is refused; the browser notes it.
    person.complaints = person.complaints.filter((text) => !/status of 401/.test(text))
  })
}

const lost = { result: false, msg: '', data: null, statusCode: 401 }

const open = [
  ['/login', 'Warehouse Management System'],
  ['/reg', 'Register'],
  ['/forget-pwd', 'Forgotten password'],
  ['/404', 'Page not found'],
  ['/401', 'Not authorised'],
]
