// An implementer builds dock appointments in the running product, from an empty table to
// rights and a card on the home page; a picker works with them; then a field is added,
// another changes its type over data, and it all goes back. Nothing happens outside the
// browser. Ends with `N passed, N failed`.
import { dockOf, workAtDock } from './designer/dock.mjs'
import { handsOf } from './designer/hands.mjs'
import { ImplementerReaders } from './guide/implementer.mjs'
import { Count, Person, launch, startServer } from './stage.mjs'

const count = new Count()
const server = await startServer()
const browser = await launch()
const admin = await Person.arrive(browser, server.base, count, { name: 'dock' })
const hands = handsOf(admin)
const { countHands, tellHands, kept, type, option, addField, chooseField } = hands
const readers = new ImplementerReaders(browser, server.base, count)
const { makeDock, publish, grant } = dockOf(admin, hands, readers)
try {
  await countHands()
  await admin.act('signs in', () => admin.signIn('admin'))
  await makeDock()
  await tellHands()
  await grant()
  await workAtDock(browser, server.base, count)
  await readers.work()
  await readers.leave()
  await change()
  await goBack()
  await admin.leave()
} finally {
  await browser.close()
  server.stop()
}
count.report()

async function change() {
  const { page } = admin
  await admin.act('a field more, and another type over data', async () => {
    await admin.open('/sys/dev/table-info?kind=table&key=x_dock')
    await admin.button('New change set').click()
    await page.keyboard.type('Second thoughts')
    await page.keyboard.press('Enter')
    await addField('carrier', 'text', 'Carrier', () => type('Longest', '60'))
    await admin.open('/sys/dev/ui-designer?kind=form&key=x_dock&at=groups/main')
    await admin.button('Fields').click()
    await page.locator('.designer-panel-head').getByText('x_new_1').waitFor() // no longer the group's
    await type('Key *', 'carrier')
    await page.keyboard.press('Enter')
    await page.getByRole('tree').getByText('carrier', { exact: true }).waitFor()
    await kept()
    await admin.picture('dock-form')
    await admin.open('/sys/dev/table-info?kind=table&key=x_dock')
    await chooseField('note')
    await option('Type *', 'long_text')
    await type('Longest', '')
    await kept()
  })
  await admin.act(
    'what running servers would read wrongly is not published beside them',
    async () => {
      await chooseField('minutes')
      await option('Type *', 'decimal')
      await type('Decimals', '2')
      await kept()
      await admin.button('Preview and publish').click()
      await page.getByText('Programs that run would read or write').waitFor()
      if (await admin.button('Publish').isEnabled()) throw new Error('minutes of another meaning')
      await admin.button('Back to the draft').click()
      await option('Type *', 'integer')
      await type('Decimals', '')
      await kept()
    },
  )
  await publish('Second thoughts', 'x_dock.carrier')
  await admin.act('what was written reads as it did', async () => {
    await admin.open('/sys/basic/x-dock')
    await admin.openRecord('Morning truck')
    await admin.sees('AB 123')
    await admin.sees('Carrier')
    await admin.sees('by the north gate')
  })
}

async function goBack() {
  const { page } = admin
  await admin.act('it goes back to the release before, and forth, with nothing lost', async () => {
    await admin.open('/sys/upkeep/release')
    await backTo('Dock appointments')
    await admin.open('/sys/basic/x-dock')
    await admin.openRecord('Morning truck')
    await admin.sees('by the north gate')
    await page.getByText('Carrier', { exact: true }).waitFor({ state: 'detached' })
    await admin.open('/sys/upkeep/release')
    await admin.picture('dock-releases')
    await backTo('Second thoughts')
    await admin.open('/sys/basic/x-dock')
    await admin.openRecord('Morning truck')
    await admin.sees('Carrier')
  })
}

async function backTo(note) {
  const row = admin.page.getByRole('row').filter({ hasText: note }).first()
  await row.getByRole('button').click()
  await (await admin.dialog()).getByRole('button', { name: 'Go back to it' }).click()
  await admin.rest()
}
