// The day of an owner of goods: where an order is, one ordered, corrected and withdrawn, files of
// orders, one of them by his own columns and with a mistake, goods and a return announced, a
// receipt with its photo, what lies there, and who and what else may look.
export async function ownersDay(day) {
  const { person, page } = day
  await day.stretch('Where is my order?', async () => {
    await day.types('Where is my order?', 'DEMO-SO-02')
    await page.keyboard.press('Enter')
    await person.sees('DEMO-SO-02')
  })
  await day.stretch('An order is placed', async () => {
    await day.menu('Dashboard')
    await page.getByRole('link', { name: /Order goods out/ }).click()
    await day.types(/^Receiver/, 'Ana López')
    await day.types('Phone', '5512345678')
    await person.choose('Country', 'Mexico')
    await person.choose('Warehouse', 'SH1')
    await day.types('City', 'CDMX')
    await page.getByLabel('Address', { exact: true }).click()
    await page.keyboard.type('Reforma 1')
    await person.button('Add a line').click()
    await page.keyboard.type('AC-1002')
    const choice = page.locator('.ant-select-item-option').filter({ hasText: 'AC-1002' })
    await choice.first().waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.type('2')
    await person.button('Save').click()
    await page.waitForURL(/\/user\/inbound\/out\/order\/\d+$/)
    await person.button('Edit').waitFor()
  })
  await day.stretch('It is corrected', async () => {
    await person.button('Edit').click()
    await page
      .getByLabel(/^Receiver/)
      .first()
      .click({ clickCount: 3 })
    await page.keyboard.type('Bea Ruiz')
    await person.button('Save').click()
    await person.button('Edit').waitFor()
    await person.sees('Bea Ruiz')
  })
  await day.stretch('It is cancelled', async () => {
    await person.take('Cancel')
    await person.sees('Cancelled')
  })
  await day.stretch('Orders come by file', async () => {
    await day.menu('Outbound order bulk import')
    await bring('day.csv', ordersOfTheDay)
    await person.button('Check the file').click()
    await person.button('Import 2 rows').click()
    await person.sees('2 of 2 rows imported')
  })
  await day.stretch('A file by his own columns, with a mistake', async () => {
    await person.button('Import another file').click()
    await bring('shop.csv', ordersOfTheShop('AC-1O03'))
    for (const [column, field] of [
      ['Shop no', 'External number'],
      ['Article', 'Product'],
      ['Pieces', 'Quantity'],
    ]) {
      await page.getByLabel(`Field for ${column}`).click()
      await page.keyboard.type(field)
      await page.keyboard.press('Enter')
      await person.rest()
    }
    await person.button('Check the file').click()
    await page.getByLabel('Article 3').click({ clickCount: 3 })
    await person.picture('day-owner-mend')
    await page.keyboard.type('AC-1003')
    await person.button('Check .*again.*').click()
    await person.button('Import 2 rows').click()
    await person.sees('2 of 2 rows imported')
  })
  await day.stretch('The next file knows his columns', async () => {
    await person.button('Import another file').click()
    await bring('shop.csv', ordersOfTheShop('AC-1003').replaceAll('SHOP', 'MORE'))
    await person.button('Check the file').click()
    await person.button('Import 2 rows').click()
    await person.sees('2 of 2 rows imported')
  })
  await day.stretch('Goods are announced', async () => {
    await day.menu('Dashboard')
    await page.getByRole('link', { name: /Announce goods/ }).click()
    await announce('AC-1003', '24')
    await person.take('Submit')
    await person.sees('Submitted')
  })
  await day.stretch('A return is announced', async () => {
    await day.menu('Dashboard')
    await page.getByRole('link', { name: /Announce a return/ }).click()
    await announce('AC-1003', '1')
  })
  await day.stretch('What came differs, with a photo', async () => {
    await day.menu('Differences on arrival')
    await page.locator('main').getByText(/^DM/).first().click()
    await person.button('Look at: Photo').click()
    await page.locator('.ant-image-preview-img').waitFor()
    await page.keyboard.press('Escape')
  })
  await day.stretch('What lies there', async () => {
    await day.menu('Product stock query')
    await person.sees(/^AC-1002/)
  })
  await day.stretch('A colleague may look', async () => {
    await day.menu('Account centre', 'People of my company')
    await person.button('Add a person').click()
    const dialog = await person.dialog()
    await dialog.getByLabel('Account name').click()
    await page.keyboard.type('mei')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Mei')
    const orders = dialog.getByRole('group', { name: 'Outbound order query' })
    await orders.getByText('Look', { exact: true }).click()
    await person.picture('day-owner-person')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'I have saved it' }).click()
    await person.sees('mei@acme')
  })
  await day.stretch('A key for his shop', async () => {
    await day.menu('API keys')
    await person.button('New key').click()
    const dialog = await person.dialog()
    await dialog.getByLabel(/^Name/).click()
    await page.keyboard.type('shop')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await person.picture('day-owner-key')
    await page.getByRole('button', { name: 'I have saved it' }).click()
    await person.sees('shop')
  })

  /** Gives a file to the page; the window in which it is chosen is the browser's. */
  async function bring(name, text) {
    const file = { name, mimeType: 'text/csv', buffer: Buffer.from(text) }
    await page.locator('input[type=file]').setInputFiles(file)
    await person.button('Check the file').waitFor()
    await person.rest()
  }

  /** Fills in the page that has opened, with a line of goods, and saves it. */
  async function announce(sku, pieces) {
    await person.rest()
    await person.choose('Warehouse', 'SH1')
    await person.button('Add a line').click()
    await page.keyboard.type(sku)
    await page.locator('.ant-select-item-option').filter({ hasText: sku }).first().waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.type(pieces)
    await person.button('Save').click()
    await page.waitForURL(/\/\d+$/)
    await person.rest()
  }
}

const ordersOfTheDay = `External number,Receiver,Country,City,Address,Phone,Warehouse,SKU,Quantity
DAY-1,Ana,MX,CDMX,Reforma 1,5512345678,SH1,AC-1002,1
DAY-2,Bea,MX,CDMX,Reforma 2,5512345679,SH1,AC-1003,2
`

/** Orders as his shop writes them; three columns are called as nobody else calls them. */
const ordersOfTheShop = (
  article,
) => `Shop no,Receiver,Country,City,Address,Phone,Warehouse,Article,Pieces
SHOP-1,Ana,MX,CDMX,Reforma 1,5512345678,SH1,AC-1002,1
SHOP-2,Bea,MX,CDMX,Reforma 2,5512345679,SH1,${article},2
`
