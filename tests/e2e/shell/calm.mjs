// Who wishes no motion is served as everybody else: what opens takes the focus, and goes.
import { Person } from '../stage.mjs'
import { becomes } from './expect.mjs'

export async function keepCalm(browser, base, count) {
  const person = await Person.arrive(browser, base, count, {
    name: 'calm',
    reducedMotion: 'reduce',
  })
  const { page } = person
  await person.signIn('admin')
  await person.open('/outbound/sale/order')
  for (const time of ['once', 'again'])
    await person.act(`a dialog begins in its first field, ${time}`, async () => {
      await person.button('Views').click()
      await page.getByRole('menuitem', { name: 'Save as a new view' }).click()
      const name = page.getByLabel('Name of the view')
      await becomes(() => name.evaluate((field) => field === document.activeElement), true)
      await page.keyboard.press('Escape')
      await name.waitFor({ state: 'hidden' })
    })
  await person.act('a question about a record begins in its first field', async () => {
    await person.open('/sys/permission/user')
    await person.openRecord('picker')
    await person.choice('Set badge')
    const badge = (await person.dialog()).getByLabel('Badge')
    await becomes(() => badge.evaluate((field) => field === document.activeElement), true)
  })
  await person.leave()
}
