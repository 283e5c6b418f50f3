// Two people change one document at the same time.
import { Person } from '../stage.mjs'
import { becomes, equal } from '../shell/expect.mjs'

const notices = '/inbound/purchase/order'
const field = (page, title) =>
  page.getByLabel(title, { exact: true }).filter({ visible: true }).first()

export async function meetAtOneDocument(browser, first, count) {
  const second = await Person.arrive(browser, first.base, count, { name: 'colleague' })
  await second.act('signs in', () => second.signIn('lead'))
  await first.act('whoever saves second sees both values and chooses', async () => {
    for (const person of [first, second]) {
      await person.open(notices)
      await person.openRecord(/^AS\d+000002$/)
      await person.button('Edit').click()
    }
    await field(first.page, 'Driver').fill('First')
    await field(second.page, 'Driver').fill('Second')
    await field(second.page, 'Dock').fill('D2')
    await second.button('Save').click()
    await second.button('Edit').waitFor()
    await field(first.page, 'Vehicle').fill('V1')
    await first.button('Save').click()
    const dialog = first.page.getByRole('dialog')
    await dialog.getByText('Mine: First').waitFor()
    await first.picture('conflict')
    equal(await dialog.getByText(/^Theirs/).count(), 1)
    await dialog.getByText('Theirs: Second').click()
    await first.button('Use the chosen values').click()
    equal(await field(first.page, 'Vehicle').inputValue(), 'V1')
    await becomes(() => field(first.page, 'Driver').inputValue(), 'Second')
    equal(await field(first.page, 'Dock').inputValue(), 'D2')
    await first.button('Save').click()
    await first.button('Edit').waitFor()
  })
  // The refusal that begins the choice is a line in the console of the browser.
  first.complaints = first.complaints.filter((text) => !text.includes('409'))
  await second.leave()
}
