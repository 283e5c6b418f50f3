// What the head and the lines of a document offer to be chosen, what a choice brings
// along, and what an action is refused for.
import { becomes, equal } from '../shell/expect.mjs'

const rows = (page) => page.locator('main tr[data-line]').filter({ visible: true })
const offered = (page) => page.locator('.ant-select-item-option').filter({ visible: true })

/** Lines offer the goods of their owner alone, and say at once when the owner changes. */
export async function chooseWhatFits(person) {
  const { page } = person
  const orders = '/outbound/sale/order'
  await person.act('a field offers what a save takes, and says what it waits for', async () => {
    await person.open(`${orders}/new`)
    await person.button('Add a line').click()
    await rows(page).first().locator('input').first().click()
    await page.getByText(/^Fill in first: /).waitFor()
    await page.keyboard.press('Escape')
    await person.choose('Consignor', 'GLOBEX')
    await rows(page).first().locator('[data-field=product_id]').click()
    await rows(page).first().locator('[data-field=product_id] input').click()
    await offered(page).filter({ hasText: 'GX-01' }).waitFor()
    equal(await offered(page).filter({ hasText: 'AC-' }).count(), 0)
    await person.picture('choices-line')
    await offered(page).filter({ hasText: 'GX-01' }).click()
  })
  await person.act('what no longer fits is said at the field at once', async () => {
    await person.choose('Consignor', 'ACME')
    const wrong = rows(page).first().locator('[data-field=product_id].wrong')
    await wrong.waitFor()
    equal(/no longer matches the Consignor/.test(await wrong.getAttribute('title')), true)
    await person.picture('choices-misfit')
    await person.choose('Consignor', 'GLOBEX')
    await becomes(() => wrong.count(), 0)
  })
}

/** Choosing the order of a return fills in the rest. */
export async function bringWhatIsChosen(person) {
  const { page } = person
  await person.act('the order of a return brings owner and warehouse', async () => {
    await person.open('/outbound/service/return/new')
    await person.choose('Order', 'SO')
    await page.locator('.ant-select').filter({ visible: true, hasText: 'ACME Acme' }).waitFor()
    await page.locator('.ant-select').filter({ visible: true, hasText: /^SH1 / }).waitFor()
    await person.picture('return-brings')
  })
}

const field = (page, title) =>
  page
    .getByLabel(new RegExp(`^${title}( \\*)?$`))
    .filter({ visible: true })
    .first()

/** An order that lacks what its audit asks for is opened where it is to be filled in. */
export async function fillWhatIsRefused(person) {
  const { page } = person
  await person.act('a country is found by another spelling of it', async () => {
    await person.open('/outbound/sale/order/new')
    await person.choose('Consignor', 'ACME')
    await person.choose('Warehouse', 'SH1')
    await field(page, 'Country').focus()
    for (const words of ['Chine', '中国', 'PRC', 'cn']) {
      await page.keyboard.press('Control+a')
      await page.keyboard.type(words)
      await becomes(async () => (await offered(page).first().innerText()).trim(), 'China')
    }
    await person.picture('choices-country')
    await page.keyboard.press('Enter')
    await page
      .locator('.ant-select')
      .filter({ visible: true, hasText: /^China$/ })
      .waitFor()
  })
  await person.act('a form opens at the fields that an action was refused for', async () => {
    await field(page, 'Receiver').fill('Somebody')
    await page.getByLabel('Scan to add').filter({ visible: true }).focus()
    await page.keyboard.type('AC-1001')
    await page.keyboard.press('Enter')
    await rows(page).filter({ hasText: 'AC-1001' }).waitFor()
    await person.button('Save').click()
    await person.button('Audit').click()
    const missing = page
      .locator('.field-error')
      .filter({ visible: true, hasText: 'needed for delivery' })
    await becomes(() => missing.count(), 3)
    await person.rest()
    await person.picture('choices-refused')
    equal(await field(page, 'Phone').isEditable(), true)
    await field(page, 'Phone').fill('13900000000')
    await field(page, 'City').fill('Shanghai')
    await field(page, 'Address').fill('1')
    await person.button('Save').click()
    await person.take('Audit')
    await person.button('Allocate').waitFor()
  })
}

/** What an action asks begins with what the record has, and offers what belongs to it. */
export async function askWhatBelongs(person) {
  const { page } = person
  const dock = async () => {
    await person.choice('Arrive')
    await person.dialog()
    return page.getByRole('dialog').getByLabel('Dock')
  }
  await person.act('the dialog of an action begins with what the record has', async () => {
    await person.open('/inbound/purchase/order')
    await person.openRecord(/^AS\d+1$/, { oldest: true })
    await (await dock()).fill('7')
    await page.keyboard.press('Enter')
    await person.sees('Arrived')
    await person.rest()
    await person.take('Undo arrival')
    await person.button('Arrive').waitFor()
    equal(await (await dock()).inputValue(), '7')
    await person.picture('choices-dock')
    await page.keyboard.press('Escape')
  })
}
