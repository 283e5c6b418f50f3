// A goods owner in the portal: he sees his orders and stock, and nothing of others, and
// places, corrects and withdraws an order.

/** The portal's pages, by what must and what must not be seen there. */
const pages = [
  ['/inbound/out/vsale-order-list', 'DEMO-SO-02', 'DEMO-SO-01'],
  ['/inbound/storage/product-search', 'AC-1001', 'GX-01'],
  ['/service/product/info', 'AC-1001', 'GX-01'],
]

export async function visitThePortal(person) {
  await person.act('signs in', async () => {
    await person.signIn('acme', '/user/login')
    await person.picture('portal')
  })
  await person.act('finds an order from the home page', async () => {
    await find(person, 'demo-so-02')
    const number = await person.page
      .locator('main')
      .getByText(/^SO\d+$/)
      .first()
      .innerText()
    await find(person, number)
    await find(person, '李强')
    await person.picture('portal-found')
  })
  await person.act('sees own orders and stock only', async () => {
    for (const [path, own, foreign] of pages) {
      await person.go(`/user${path}`)
      await person.sees(own)
      await person.picture(`portal${path.replaceAll('/', '-')}`)
      if ((await person.page.getByText(foreign).count()) > 0)
        throw new Error(`${foreign} is seen at ${path}`)
    }
  })
  await person.act('is offered no line without its order', async () => {
    await person.go('/user/inbound/out/vsale-order-list?q=DEMO-SO-02')
    await person.sees('DEMO-SO-02')
    await person.rest()
    if ((await person.button('New').count()) > 0) throw new Error('New')
  })
}

/** Places an order from the home page, corrects it and withdraws it again. */
export async function orderInThePortal(person) {
  const { page } = person
  await person.act('places an order from the home page', async () => {
    await person.go('/user/dashboard')
    await page.getByRole('link', { name: /Order goods out/ }).click()
    await page.getByLabel(/^Receiver/).fill('Ana López')
    await page.getByLabel('Phone').fill('5512345678')
    await person.choose('Country', 'Mexico')
    await person.choose('Warehouse', 'SH1')
    await page.getByLabel('City').fill('CDMX')
    await page.getByLabel('Address', { exact: true }).fill('Reforma 1')
    await page.getByRole('textbox', { name: 'External number' }).fill('MINE-1')
    await person.button('Add a line').click()
    await page.keyboard.type('AC-1001')
    const choice = page.locator('.ant-select-item-option').filter({ hasText: 'AC-1001' })
    await choice.getByText(/^Available \d/).waitFor()
    await person.picture('portal-order-new')
    await page.keyboard.press('Tab')
    await page.keyboard.type('2')
    await person.button('Save').click()
    await page.waitForURL(/\/user\/inbound\/out\/order\/\d+$/)
    await person.sees(/^SO\d+$/)
    await person.picture('portal-order')
  })
  await person.act('corrects it while it is new', async () => {
    await person.button('Edit').click()
    await page.getByLabel(/^Receiver/).fill('Bea Ruiz')
    await person.button('Save').click()
    await person.button('Edit').waitFor()
    await person.sees('Bea Ruiz')
  })
  await person.act('withdraws it', async () => {
    await person.choice('Cancel')
    const question = await person.dialog()
    await question.getByRole('button', { name: 'Back' }).waitFor() // not another Cancel
    await question.getByRole('button', { name: 'Cancel' }).click()
    await person.sees('Cancelled')
    await page.getByText('Put back now').waitFor({ state: 'detached' })
    await person.picture('portal-order-withdrawn')
  })
  await person.act('changes no order that the warehouse has taken on', async () => {
    await person.go('/user/inbound/out/order?q=DEMO-SO-08')
    await person.openRecord('DEMO-SO-08')
    await person.sees('Audited')
    await person.rest()
    if ((await page.getByRole('button', { name: 'Edit' }).count()) > 0) throw new Error('Edit')
    await person.picture('portal-order-audited')
  })
}

/** Asks where an order is by what its owner knows of it. */
async function find(person, words) {
  const { page } = person
  await person.go('/user/dashboard')
  await page.getByRole('textbox', { name: 'Where is my order?' }).fill(words)
  await person.picture('portal-home')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.searchParams.get('q') === words)
  await person.sees('DEMO-SO-02')
}
