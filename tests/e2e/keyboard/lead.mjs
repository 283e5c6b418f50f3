// A lead at the task board and the exceptions desk by keys alone: what has the focus is asked
// after each step, for a focus that is lost is what a mouse never notices.
import { fillBins } from '../floor/notice.mjs'
import { at, becomes } from '../shell/expect.mjs'
import { Person } from '../stage.mjs'

export async function leadByKeys(browser, server, count) {
  await makeWork(server)
  const person = await Person.arrive(browser, server.base, count, { name: 'lead by keys' })
  const { page } = person
  const press = async (...keys) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const focused = () =>
    page.evaluate(() => {
      const { activeElement: one } = document
      return one === document.body ? 'nothing' : (one.ariaLabel ?? one.innerText.trim())
    })
  const column = (name) => page.getByRole('region', { name: new RegExp(`^${name}`) })
  const told = (text) =>
    page.locator('[aria-live], [role=status], [role=alert]').getByText(text).first().waitFor()
  const goTo = async (words, path) => {
    await press('Control+k')
    await page.getByRole('combobox', { name: 'Go to' }).waitFor()
    await page.keyboard.type(words)
    await page.getByRole('option').first().waitFor()
    await press('Enter')
    await at(page, path)
    await person.rest()
  }
  const tabTo = async (name, most = 60) => {
    const passed = []
    for (let i = 0; i < most; i++) {
      passed.push(await focused())
      if (name.test(passed.at(-1))) return
      await press('Tab')
    }
    throw new Error(`Tab comes to ${passed.join(', ')}`)
  }
  /** Takes up what has the focus; the keys that carry it are heard a task after it is told. */
  const takeUp = async () => {
    await press('Space')
    await told(`${card} is over Pia Picker`)
    await page.evaluate(() => new Promise((heard) => setTimeout(heard)))
  }
  let card
  await person.signIn('lead')
  await person.rest()
  await person.act('comes to a pick by the arrows', async () => {
    await goTo('task board', '/storage/operation/tasks')
    await person.sees(/^PB\d+$/)
    await tabTo(/^Columns of the board$/)
    await press('ArrowDown')
    await becomes(async () => /^SC\d+$/.test(await focused()), true)
    await press('ArrowDown')
    await becomes(async () => /^PB\d+$/.test(await focused()), true)
    card = await focused()
  })
  await person.act('gives it to a person by its menu, and the focus goes along', async () => {
    await press('Tab', 'Enter')
    await page.getByRole('menuitem').first().waitFor()
    await becomes(focused, 'Leo Lead')
    await press('Escape')
    await becomes(focused, `${card}: Move to…`)
    await press('Enter')
    await becomes(focused, 'Leo Lead')
    await press('ArrowDown')
    await becomes(focused, 'Pat Packer')
    await press('ArrowDown')
    await becomes(focused, 'Pia Picker')
    await press('Enter')
    await told(`${card} goes to Pia Picker`)
    await column('Pia Picker').getByText(card).waitFor()
    await becomes(focused, card)
    await person.picture('keyboard-board')
  })
  await person.act('takes it up, puts it back and then moves it', async () => {
    await press('Tab', 'Tab')
    await becomes(focused, `Move ${card}`)
    await takeUp()
    await press('ArrowLeft')
    await told(`${card} is over Pat Packer`)
    await press('Escape')
    await told(`${card} stays where it was`)
    await becomes(focused, `Move ${card}`)
    await takeUp()
    await press('ArrowLeft')
    await told(`${card} is over Pat Packer`)
    await press('Space')
    await column('Pat Packer').getByText(card).waitFor()
    await becomes(focused, card)
  })
  await person.act('opens the record behind it and comes back to it', async () => {
    await press('Enter')
    await page.waitForURL(/\/\d+$/)
    await person.rest()
    await becomes(() => page.evaluate(() => document.activeElement.id), 'content')
    await press('Alt+Shift+ArrowLeft')
    await at(page, '/storage/operation/tasks')
    await becomes(focused, card)
  })
  await person.act('presses on the desk what mends an order', async () => {
    await goTo('exceptions desk', '/outbound/sale/desk')
    await person.sees(/^SO\d+$/)
    await tabTo(/^Rows$/)
    await press('ArrowDown', 'Enter')
    await becomes(focused, 'Release hold')
    await press('ArrowDown')
    await becomes(focused, 'Rows')
    await press('Enter', 'Enter')
    await person.sees('Every order is moving')
    await becomes(focused, 'Rows')
    await person.picture('keyboard-desk')
  })
  await person.leave()
}

/** What waits: a pick bill of nobody, and an order on hold. */
async function makeWork(server) {
  const bins = [{ item: '6900000001002', pieces: '30', bin: 'A-02-01-1' }]
  const { colleague } = await fillBins(server, bins)
  const ready = await colleague.find('sale_order', 'ext_no', 'DEMO-SO-02')
  const held = await colleague.find('sale_order', 'ext_no', 'DEMO-SO-05')
  await colleague.act('sale_order', [ready.id], 'allocate')
  const act = (id, name, params) =>
    colleague.call('/api/data/sale_order/act', { name, ids: [id], params })
  await act(ready.id, 'wave', { release: true })
  await act(held.id, 'hold', { reason: 'customer' })
}
