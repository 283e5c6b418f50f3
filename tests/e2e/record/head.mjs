// The head of a record: refusals with their reasons, what stays typed, a picture.
import { becomes, equal } from '../shell/expect.mjs'

const notices = '/inbound/purchase/order'

/** A field of the head by its title. */
const field = (page, title) =>
  page
    .getByLabel(new RegExp(`^${title}( \\*)?$`))
    .filter({ visible: true })
    .first()

export async function sayWhyNot(person) {
  const { page } = person
  await person.act('an action that is not possible is grey and says why', async () => {
    await person.open(`${notices}/new`)
    await person.choose('Consignor', 'ACME')
    await person.choose('Warehouse', 'SH1')
    await person.button('Save').click()
    const confirm = person.button('Confirm')
    await confirm.click({ force: true }) // a person touches it all the same
    await page.getByText('Add lines first').first().waitFor()
    equal(await confirm.getAttribute('aria-disabled'), 'true')
    await page.getByRole('button', { name: /^More/ }).filter({ visible: true }).click()
    await page.getByText('Only possible in: Arrived').first().waitFor()
    await person.picture('why')
    await page.keyboard.press('Escape')
  })
}

export async function keepWhatIsTyped(person) {
  const { page } = person
  await person.act(
    'a half filled form says what it lacks, and survives a refusal and another tab',
    async () => {
      await person.open(`${notices}/new`)
      await field(page, 'Remark').fill('half a document')
      await field(page, 'Consignor').focus()
      await page.keyboard.press('Tab')
      await page.getByText('This is required').first().waitFor()
      await person.button('Save').click()
      await becomes(() => page.getByText('This is required').filter({ visible: true }).count(), 2)
      await page.locator('.sidebar').getByRole('menuitem', { name: 'Dashboard' }).click()
      await page.goBack()
      equal(await field(page, 'Remark').inputValue(), 'half a document')
    },
  )
  await person.act('a tab with unsaved changes asks before it closes', async () => {
    await page.getByRole('button', { name: /^Close New/ }).click()
    await page.getByRole('button', { name: 'Leave without saving' }).click()
    await becomes(() => page.getByRole('button', { name: /^Close New/ }).count(), 0)
  })
}

export async function goThroughTheList(person) {
  const { page } = person
  const title = () => page.locator('h1 .mono').filter({ visible: true }).innerText()
  await person.act('the records of a list are gone through in one tab', async () => {
    await person.open('/outbound/sale/order')
    const numbers = page.locator('main tbody a').filter({ visible: true })
    await numbers.nth(1).waitFor()
    const [first, second] = await numbers.allInnerTexts()
    await numbers.first().click()
    await becomes(title, first)
    const tabs = await page.getByRole('button', { name: /^Close / }).count()
    await page.keyboard.press('j')
    await becomes(title, second)
    await page.getByText(/^2 \/ \d+$/).waitFor()
    await page.getByRole('button', { name: /^Previous record/ }).click()
    await becomes(title, first)
    equal(await page.getByRole('button', { name: /^Close / }).count(), tabs)
  })
  await person.act('what is empty is folded for a reader, and opens to be filled', async () => {
    const group = (name) => page.getByRole('button', { name }).filter({ visible: true })
    await page.getByRole('button', { name: 'empty fields' }).filter({ visible: true }).waitFor()
    equal(await group('Notes').count(), 0)
    await person.button('Edit').click()
    await group('Notes').waitFor()
    await page.getByRole('button', { name: 'State', expanded: false }).waitFor() // the server fills it
    await person.button('Cancel').click()
  })
  await person.act('who made a record is told beside it', async () => {
    await person.besides()
    await page.locator('.history').getByText('created the record').waitFor()
    await page.locator('.history summary').click()
    await page.locator('.history details').getByText('Consignor').waitFor()
    await page.keyboard.press('Escape')
  })
}

/** A picture of one dot. */
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

export async function attachPicture(person) {
  const { page } = person
  await person.act('a picture is kept with its record, and shown', async () => {
    await person.open('/sys/product/product')
    await person.openRecord('AC-1001')
    await person.button('Edit').click()
    await person.button('Remove').click() // the picture that the demo gives it
    const chooser = page.locator('input[type=file]').first()
    await chooser.setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: dot })
    const picture = page.locator('img.thumbnail').filter({ visible: true })
    await picture.waitFor()
    await person.button('Save').click()
    await person.button('Edit').waitFor()
    await becomes(() => picture.evaluate((image) => image.naturalWidth), 1)
  })
}
