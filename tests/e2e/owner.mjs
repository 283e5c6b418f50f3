// A stranger becomes an owner of goods: he registers, is let in, submits a product and sends
// his first order; he keeps his company's data, opens an account for a colleague and makes a
// key; his colleague sees what he was let see. What the stranger and the owner click is told.
import { Count, Person, launch, startServer } from './stage.mjs'

const count = new Count()
let clicks = 0
const server = await startServer()
const browser = await launch()
try {
  const stranger = await Person.arrive(browser, server.base, count, { name: 'stranger' })
  await register(stranger)
  const office = await Person.arrive(browser, server.base, count, { name: 'office' })
  const code = await approve(office)
  const owner = await Person.arrive(browser, server.base, count, { name: 'owner' })
  await countClicks(owner)
  await enter(owner, code, 'nadia@nova.example', 'Order goods out')
  await submitAProduct(owner)
  await office.act('approves the product', async () => {
    await office.go('/sys/product/product?q=NV-1')
    await office.openRecord('NV-1')
    await office.take('Approve')
    await office.sees('Approved')
  })
  await owner.act('is told, and may order it', async () => {
    await owner.page.reload()
    await owner.go('/user/service/product/info')
    await owner.sees('Approved')
  })
  await orderFirst(owner)
  const toTheFirstOrder = clicks
  await keepTheCompany(owner)
  const words = await hire(owner)
  await makeAKey(owner)
  const colleague = await Person.arrive(browser, server.base, count, { name: 'colleague' })
  await enter(colleague, words, 'lee@nova', 'Product stock query')
  await lookAsColleague(colleague)
  const phone = { viewport: { width: 390, height: 844 }, language: 'es' }
  const small = await Person.arrive(browser, server.base, count, { name: 'phone', ...phone })
  await small.act('sees all of it on a phone', async () => {
    await small.go('/reg')
    await small.picture('owner-reg-phone')
    await small.signIn('nadia@nova.example', '/user/login')
    await small.rest()
    await small.picture('owner-home-phone')
    await small.page.getByRole('button', { name: /avisos?( sin leer)?$/i }).click()
    const notices = small.page.locator('.bell')
    await notices.waitFor() // it is measured before it is seen
    const { x, width } = await notices.boundingBox()
    if (x < 0 || x + width > phone.viewport.width) throw new Error('notices are cut off')
    await small.page.keyboard.press('Escape')
    await small.go('/user/account/people')
    await small.sees('lee@nova')
    await small.picture('owner-people-phone')
  })
  console.log(`     from a stranger to the first order: ${toTheFirstOrder} clicks`)
  for (const person of [stranger, office, owner, colleague, small]) await person.leave()
} finally {
  await browser.close()
  server.stop()
}
count.report()

/** Counts what somebody clicks, in all that he opens from now on. */
async function countClicks({ page }) {
  await page.exposeFunction('clicked', () => clicks++)
  await page.addInitScript(() => {
    addEventListener('pointerdown', () => globalThis.clicked(), true)
  })
}

/** Sends a first order from the home page; it waits for the warehouse. */
async function orderFirst(person) {
  const { page } = person
  await person.act('sends his first order', async () => {
    await person.go('/user/dashboard')
    await page.getByRole('link', { name: /Order goods out/ }).click()
    await page.getByLabel(/^Receiver/).fill('Ana López')
    await page.getByLabel('Phone').fill('5512345678')
    await person.choose('Country', 'Mexico')
    await person.choose('Warehouse', 'SH1')
    await page.getByLabel('City').fill('CDMX')
    await page.getByLabel('Address', { exact: true }).fill('Reforma 1')
    await page.getByLabel('External number').fill('NOVA-1')
    await person.button('Add a line').click()
    await page.keyboard.type('NV-1')
    await page.locator('.ant-select-item-option').filter({ hasText: 'NV-1' }).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.type('2')
    await person.button('Save').click()
    await page.waitForURL(/\/user\/inbound\/out\/order\/\d+$/)
    await person.sees(/^SO\d+$/)
    await person.picture('owner-first-order')
  })
}

/** Says how his company is reached, and what he himself wants to hear about. */
async function keepTheCompany(person) {
  const { page } = person
  await person.act('keeps the data of his company', async () => {
    await person.go('/user/account/company')
    await person.sees('Nova Trading')
    await person.button('Edit').click()
    await page.getByLabel('Contact', { exact: true }).fill('Lee')
    await person.button('Save').click()
    await person.button('Edit').waitFor()
    await person.sees('Lee')
    await person.picture('owner-company')
  })
  await person.act('chooses what he hears about', async () => {
    await person.go('/user/account/account/my')
    const parcels = page.getByRole('group', { name: 'A parcel was sent' }).getByRole('checkbox')
    await parcels.click()
    await person.rest()
    await page.reload()
    await parcels.waitFor()
    if (await parcels.isChecked()) throw new Error('what he chose is forgotten')
    await person.picture('owner-hears')
  })
}

async function register(person) {
  const { page } = person
  await countClicks(person)
  await person.act('registers, and accepts the terms', async () => {
    await person.go('/user/login')
    await page.getByRole('link', { name: 'Register' }).click()
    await page.waitForURL(/\/reg$/)
    await page.getByLabel('Company').fill('Nova Trading')
    await page.getByLabel('Contact person').fill('Nadia')
    await page.getByLabel('E-mail').fill('Nadia@nova.example')
    await page.getByLabel(/terms of service/).check()
    await person.picture('owner-reg')
    await page.getByRole('button', { name: 'Register' }).click()
    await person.sees(/We have your registration/)
    await person.picture('owner-registered')
  })
}

async function approve(person) {
  let code
  await person.act('approves the registration', async () => {
    await person.signIn('admin')
    await person.go('/crm/registration')
    await person.openRecord('Nova Trading')
    await person.choice('Approve and open the account')
    const dialog = await person.dialog()
    await dialog.getByLabel(/^Consignor code/).fill('NOVA')
    await person.picture('owner-approve')
    await dialog.getByRole('button').last().click()
    const told = person.page.getByText(/[0-9a-f]{32}/).first()
    await told.waitFor()
    await person.picture('owner-approved')
    code = /[0-9a-f]{32}/.exec(await told.innerText())[0]
  })
  return code
}

/** Sets a password by a code and signs in. */
async function enter(person, code, account, sight) {
  const { page } = person
  await person.act('sets a password by the code', async () => {
    await person.go('/user/forget-pwd')
    await page.getByRole('button', { name: /code/ }).last().click()
    await page.locator('input[name=token]').fill(code)
    await page.locator('input[name=password]').fill('wareloom')
    await page.keyboard.press('Enter')
    await page.getByRole('status').waitFor()
    await person.signIn(account, '/user/login')
    await person.sees(sight)
    await person.rest()
    await person.picture(`owner-home-${person.name}`)
  })
}

async function submitAProduct(person) {
  const { page } = person
  await person.act('submits a product from his first step', async () => {
    await page.getByText('No products yet').click()
    await person.button('New').first().click()
    await page.getByLabel(/^SKU/).fill('NV-1')
    await page.getByLabel(/^Name/).fill('Nova lamp')
    await person.button('Save').click()
    await person.sees('Waiting for approval')
    await person.picture('owner-product')
  })
}

async function hire(person) {
  const { page } = person
  let code
  await person.act('opens an account for a colleague', async () => {
    await person.go('/user/account/people')
    await person.button('Add a person').click()
    const dialog = await person.dialog()
    await dialog.getByLabel('Account name').fill('lee')
    await dialog.getByLabel('Name', { exact: true }).fill('Lee')
    const orders = dialog.getByRole('group', { name: 'Outbound order query' })
    await orders.getByText('Look', { exact: true }).click()
    const stock = dialog.getByRole('group', { name: 'Product stock query' })
    await stock.getByText('All', { exact: true }).click()
    await person.picture('owner-person')
    await dialog.getByRole('button', { name: 'Save' }).click()
    const told = page.getByText(/^[0-9a-f]{32}$/)
    await told.waitFor()
    await person.picture('owner-person-code')
    code = (await told.innerText()).trim()
    await page.getByRole('button', { name: 'I have saved it' }).click()
    await person.sees('lee@nova')
    await person.picture('owner-people')
  })
  return code
}

async function makeAKey(person) {
  const { page } = person
  await person.act('makes a key for his shop', async () => {
    await person.go('/user/account/keys')
    await person.button('New key').click()
    const dialog = await person.dialog()
    await dialog.getByLabel(/^Name/).fill('shop')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.getByText(/^[0-9a-f]{64}$/).waitFor()
    await person.picture('owner-key')
    await page.getByRole('button', { name: 'I have saved it' }).click()
    await person.sees('shop')
  })
}

async function lookAsColleague(person) {
  const { page } = person
  await person.act('sees what he was let see, and no more', async () => {
    await person.go('/user/inbound/out/order')
    await person.rest()
    if ((await person.button('New').count()) > 0) throw new Error('he may make an order')
    await person.picture('owner-colleague')
    await person.go('/user/service/fee/balance')
    await page.waitForURL(/\/404/)
  })
}
