// The day of an owner of goods: where an order is, one ordered, corrected and withdrawn, goods
// and a return announced, a file of orders, and what lies there.
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
    const file = { name: 'day.csv', mimeType: 'text/csv', buffer: Buffer.from(ordersOfTheDay) }
    await page.locator('input[type=file]').setInputFiles(file)
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
  await day.stretch('What lies there', async () => {
    await day.menu('Product stock query')
    await person.sees(/^AC-1002/)
  })

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
