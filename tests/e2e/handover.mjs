// A badge in the middle of a task: its person takes over the device, and the task waits for
// its owner as it was; every scan bears the name of who made it.
import { badges, comeTo, enrol, giveBadge } from './floor/badges.mjs'
import { notice, unload } from './floor/notice.mjs'
import { becomes, equal } from './shell/expect.mjs'
import { Count, Person, launch, startServer } from './stage.mjs'

const [pia, leo] = ['picker Pia Picker', 'lead Leo Lead']

const count = new Count()
const server = await startServer()
const browser = await launch()
try {
  const desk = await Person.arrive(browser, server.base, count, { name: 'desk' })
  const floor = await Person.arrive(browser, server.base, count, {
    name: 'floor',
    viewport: { width: 390, height: 844 },
  })
  await desk.act('goods lie ready and badges are given out', async () => {
    await unload(server)
    await desk.signIn('admin')
    for (const account of ['picker', 'lead']) await giveBadge(desk, account)
  })
  await enrol(desk, floor)
  await floor.act('begins to receive', async () => {
    await comeTo(floor, 'picker')
    await begin(floor)
    await receive(floor, '2')
  })
  await keepTask(floor)
  await changePerson(floor)
  await changeOffline(floor)
  await desk.act('each scan bears the name of who made it', () => readNames(desk))
  await floor.act('every invariant holds', server.verify)
  await floor.page.context().close()
  await desk.leave()
} finally {
  await browser.close()
  server.stop()
}
count.report()

async function begin(floor) {
  await floor.place()
  await floor.sees('Scan the notice')
  await floor.rest()
  await floor.scan(notice.code, 'Scan the staging position')
  await floor.scan('R-01', 'Scan the item')
}

async function receive(floor, quantity) {
  await floor.scan(notice.item, 'enter the quantity')
  await floor.scan(quantity, `Received AC-1001`)
  await floor.sees('Scan the item')
}

/** What stands in the list of the last inputs, newest first. */
function lastInputs({ page }) {
  return page.locator('.station-log li .grow').allInnerTexts()
}

/** Types as a scanner does. */
async function wedge({ page }, code) {
  await page.keyboard.type(code, { delay: 3 })
  await page.keyboard.press('Enter')
}

/** Scans a badge wherever the focus is, and answers for it. */
async function showBadge(floor, [badge, pin]) {
  await wedge(floor, badge)
  await asksPin(floor)
  await wedge(floor, pin)
}

function asksPin({ page }) {
  return becomes(
    () => page.evaluate(() => document.activeElement.matches('[role=dialog] input[type=password]')),
    true,
  )
}

function scansGoToTheTask({ page }) {
  return becomes(() => page.evaluate(() => document.activeElement.matches('.station-entry')), true)
}

/** What leaves the task as it is. */
async function keepTask(floor) {
  const { page } = floor
  const before = await lastInputs(floor)
  const dialog = page.getByRole('dialog')
  await floor.act('the own badge changes nothing', async () => {
    await wedge(floor, badges.picker[0])
    await page.getByText('This is your own badge').waitFor()
    equal(await dialog.count(), 0)
    equal(await lastInputs(floor), before)
  })
  await floor.act('a wrong PIN is told, and changes nothing', async () => {
    await showBadge(floor, [badges.lead[0], '1111'])
    await dialog.getByRole('alert').waitFor()
    await asksPin(floor)
    await floor.picture('handover-refused')
  })
  await floor.act('goods scanned in place of a PIN are no guess', async () => {
    await wedge(floor, notice.item)
    await dialog.getByText('A PIN must have 4 to 8 digits').waitFor()
  })
  await floor.act('staying leads back to the scan', async () => {
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await scansGoToTheTask(floor)
    equal(await lastInputs(floor), before)
    await receive(floor, '1')
  })
}

async function changePerson(floor) {
  const { page } = floor
  let before
  await floor.act('another badge takes over within three seconds', async () => {
    before = await lastInputs(floor)
    const began = Date.now()
    await showBadge(floor, badges.lead)
    await floor.place()
    console.log(`     from badge to first question: ${Date.now() - began} ms`)
    await page.getByLabel('Tasks to continue').getByText('Pia Picker').waitFor()
    await floor.picture('handover-start')
  })
  await floor.act('and begins an own task', async () => {
    await begin(floor)
    await receive(floor, '3')
  })
  await floor.act('the owner goes on where it was', async () => {
    await showBadge(floor, badges.picker)
    await becomes(() => lastInputs(floor), before)
    await floor.sees('Scan the item')
    await scansGoToTheTask(floor)
    equal(await floor.button('Turn the sound on').count(), 0)
    await floor.picture('handover-back')
    await receive(floor, '4')
  })
}

async function changeOffline(floor) {
  const { page } = floor
  const dialog = page.getByRole('dialog')
  await floor.act('without a network the change waits', async () => {
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.context().setOffline(true)
    for (const code of [notice.item, '5']) {
      await wedge(floor, code)
      await page
        .locator('.station-log li:first-child[data-state=waiting]')
        .getByText(code, { exact: true })
        .waitFor()
    }
    await wedge(floor, badges.lead[0])
    await dialog.getByText('2 scans are still being sent under your name').waitFor()
    await floor.picture('handover-offline')
  })
  await floor.act('and follows when all has arrived', async () => {
    await page.context().setOffline(false)
    await asksPin(floor)
    await wedge(floor, badges.lead[1])
    await page.locator('.station-log').getByText('3', { exact: true }).waitFor() // of the own task
    await receive(floor, '6')
  })
}

/** Who received how much, in the order of time. */
async function readNames(desk) {
  const answer = desk.page.waitForResponse((response) =>
    response.url().endsWith('/api/data/stock_move/query'),
  )
  await desk.go('/storage/base/history')
  const { rows } = (await (await answer).json()).data
  const received = rows.filter(({ qty, created_by }) => qty > 0 && created_by !== null)
  equal(received.map(({ qty, created_by__label: by }) => [qty, by]).reverse(), [
    [2, pia],
    [1, pia],
    [3, leo],
    [4, pia],
    [5, pia],
    [6, leo],
  ])
}
