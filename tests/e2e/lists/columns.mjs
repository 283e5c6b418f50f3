// Columns as a person arranged them, and views that keep all of it.
import { becomes, equal } from '../shell/expect.mjs'
import { Person } from '../stage.mjs'
import { gridOf, products } from './grid.mjs'

export async function arrangeColumns(person) {
  const { page } = person
  const { grid, titles } = gridOf(page)
  const edge = (title) =>
    page.getByRole('separator', { name: `Column width ${title}`, exact: true })
  await person.act('a dragged column stays where it was put', async () => {
    await person.open(products)
    await grid.getByRole('button', { name: 'Move column Brand' }).hover()
    const from = await grid.getByRole('button', { name: 'Move column Brand' }).boundingBox()
    const to = await grid.locator('thead th').filter({ hasText: 'Name' }).boundingBox()
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
    await page.mouse.down()
    await page.mouse.move(to.x + to.width / 2, to.y + 10, { steps: 8 })
    await page.mouse.up()
    await becomes(async () => (await titles()).slice(0, 3), ['SKU', 'Brand', 'Name'])
    await page.reload()
    await becomes(async () => (await titles()).slice(0, 3), ['SKU', 'Brand', 'Name'])
  })
  await person.act('the keyboard moves and stretches a column too', async () => {
    await grid.getByRole('button', { name: 'Move column Brand' }).focus()
    await page.keyboard.press('ArrowRight')
    await becomes(async () => (await titles()).slice(0, 3), ['SKU', 'Name', 'Brand'])
    await edge('SKU').focus()
    const before = Number(await edge('SKU').getAttribute('aria-valuenow'))
    await page.keyboard.press('Shift+ArrowRight')
    await becomes(async () => Number(await edge('SKU').getAttribute('aria-valuenow')), before + 40)
  })
  await person.act('a column is shown and hidden', async () => {
    await page.getByRole('button', { name: 'Choose columns' }).click()
    // The panel still grows: a click by place may meet the neighbour, a key meets its box.
    await page.getByRole('checkbox', { name: 'Price' }).press('Space')
    await page.getByRole('checkbox', { name: 'ABC class' }).press('Space')
    await page.keyboard.press('Escape')
    await page.getByRole('heading').first().click()
    await becomes(
      async () => [(await titles()).includes('Price'), (await titles()).includes('ABC class')],
      [true, false],
    )
  })
}

export async function saveViews(person, browser, base, count) {
  const { page } = person
  const save = async (name, more = async () => undefined) => {
    await person.button('Views').click()
    await page.getByRole('menuitem', { name: 'Save as a new view' }).click()
    await page.getByLabel('Name of the view').fill(name)
    await more()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: `Views ${name}` }).waitFor()
  }
  await person.act('a personal view is kept and chosen again', async () => {
    await person.open(`${products}?q=BULK-01&sort=sku&size=20`)
    await save('My hundred')
    await page.getByRole('button', { name: 'Views My hundred' }).click()
    await page.getByRole('menuitem', { name: 'Standard list' }).click()
    await becomes(() => page.getByLabel('Quick search').inputValue(), '')
    await person.button('Views').click()
    await page.getByRole('menuitem', { name: 'My hundred', exact: true }).click()
    await becomes(() => page.getByLabel('Quick search').inputValue(), 'BULK-01')
    await page.waitForURL(/sort=sku&size=20&view=\d+$/)
  })
  await person.act('a view is shared with a role and opens by itself', async () => {
    await person.open(`${products}?q=BULK-02`)
    await save('For leads', async () => {
      await page.getByRole('radio', { name: 'Share with a role' }).check()
      await page.getByRole('combobox', { name: 'Role' }).click()
      await page.locator('.ant-select-item-option').filter({ hasText: 'lead' }).first().click()
      await page.getByRole('checkbox', { name: 'Open by default' }).check()
    })
  })
  const lead = await Person.arrive(browser, base, count, { name: 'lead' })
  await lead.act(
    'its holder finds the shared view, and nobody finds the personal one',
    async () => {
      await lead.signIn('lead')
      await lead.open(products)
      await lead.page.getByRole('button', { name: 'Views For leads' }).click()
      await becomes(() => lead.page.getByLabel('Quick search').inputValue(), 'BULK-02')
      equal(await lead.page.getByRole('menuitem', { name: 'My hundred' }).count(), 0)
      equal(await lead.page.getByRole('menuitem', { name: /Save changes to/ }).count(), 0)
    },
  )
  await lead.act('an address that says something is not overruled by it', async () => {
    await lead.open(`${products}?q=AC-1`)
    await becomes(() => lead.page.getByLabel('Quick search').inputValue(), 'AC-1')
    await gridOf(lead.page).row('AC-1001').waitFor()
  })
  await lead.leave()
}
