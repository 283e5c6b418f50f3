// A goods owner looks at the portal: his orders and stock, and nothing of others.

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
      await person.open(`/user${path}`)
      await person.sees(own)
      await person.picture(`portal${path.replaceAll('/', '-')}`)
      if ((await person.page.getByText(foreign).count()) > 0)
        throw new Error(`${foreign} is seen at ${path}`)
    }
  })
}

/** Asks where an order is by what its owner knows of it. */
async function find(person, words) {
  const { page } = person
  await person.open('/user/dashboard')
  await page.getByRole('textbox', { name: 'Where is my order?' }).fill(words)
  await person.picture('portal-home')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.searchParams.get('q') === words)
  await person.sees('DEMO-SO-02')
}
