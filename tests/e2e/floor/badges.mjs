// A device that a shift shares: enrolled once, then a badge and its PIN sign people in;
// whose task it is stays known, and a supervisor lets one input pass in place.
import { Person } from '../stage.mjs'
import { at, becomes, equal } from '../shell/expect.mjs'
import { notice, station } from './notice.mjs'
import { reachOnSmallScreen } from './reach.mjs'

export const badges = {
  picker: ['BADGE-PIA', '2468'],
  packer: ['BADGE-PAT', '1357'],
  lead: ['BADGE-LEA', '97531'],
}

/** Enrols a device, shares it, and has a supervisor let an input pass on it. */
export async function shareADevice(browser, base, count) {
  const desk = await Person.arrive(browser, base, count, { name: 'badges' })
  const floor = await Person.arrive(browser, base, count, {
    name: 'device',
    viewport: { width: 390, height: 844 },
  })
  await desk.act('gives out badges', async () => {
    await desk.signIn('admin')
    for (const account of Object.keys(badges)) await giveBadge(desk, account)
  })
  await enrol(desk, floor)
  await shareTask(floor)
  await letPass(floor, desk)
  await floor.leave()
  await desk.leave()
}

/** Gives a person the badge of these journeys. */
export async function giveBadge(desk, account) {
  const [badge, pin] = badges[account]
  await desk.go('/sys/permission/user')
  await desk.openRecord(account)
  await desk.choice('Set badge')
  const dialog = await desk.dialog()
  await dialog.getByLabel('Badge').fill(badge)
  await dialog.getByLabel('PIN').fill(pin)
  const answer = desk.page.waitForResponse((response) =>
    JSON.stringify([response.url(), response.request().postData()]).includes('set_badge'),
  )
  await dialog.getByRole('button').last().click()
  equal((await (await answer).json()).result, true)
}

/** Makes a code at the desk and enrols the device by it. */
export async function enrol(desk, floor) {
  let code
  await desk.act('makes a code that enrols a device', async () => {
    await desk.go('/sys/permission/device')
    await desk.button('Enrol a device').click()
    await desk.page.getByRole('textbox', { name: 'Device' }).fill('Scanner 7')
    await desk.button('Generate code').click()
    code = await desk.page.locator('.device-code').innerText()
  })
  await floor.act('the code enrols it', async () => {
    await floor.go('/login')
    await floor.button('Enrol this device').click()
    await floor.page.getByRole('textbox', { name: 'Code' }).fill(code)
    await floor.button('Enrol this device').click()
    await floor.page.getByText('Scan your badge').first().waitFor()
  })
  await floor.act('a wrong PIN opens nothing', async () => {
    await showBadge(floor, badges.picker[0], '0000')
    await floor.page.getByRole('alert').waitFor()
    equal(new URL(floor.page.url()).pathname, '/login')
  })
}

/** Scans a badge and types its PIN; the scanner's Enter leads to the PIN. */
async function showBadge({ page }, badge, pin) {
  await page.getByLabel('Badge').waitFor()
  await becomes(
    () => page.evaluate(() => document.activeElement.matches('input:not([type=password])')),
    true,
  )
  for (const text of [badge, pin]) {
    await page.keyboard.type(text, { delay: 3 })
    await page.keyboard.press('Enter')
  }
}

/** Signs in with a badge at the station. */
export async function comeTo(floor, account) {
  await floor.open(station)
  await floor.page.waitForURL((url) => url.pathname === '/login')
  await showBadge(floor, ...badges[account])
  await at(floor.page, station)
}

async function goAway(floor) {
  await floor.page.keyboard.press('Control+k')
  await floor.page.getByRole('combobox', { name: 'Go to' }).fill('log out')
  await floor.page.getByRole('option', { name: 'Log out' }).waitFor()
  await floor.page.keyboard.press('Enter')
  await floor.page.waitForURL((url) => url.pathname === '/login')
}

async function shareTask(floor) {
  await floor.act('a badge signs in and begins a task', async () => {
    await comeTo(floor, 'picker')
    await floor.place()
    await floor.sees('Scan the notice')
    await floor.scan(notice.code, 'Scan the staging position')
  })
  await floor.act('another badge finds the station free, and the task waits', async () => {
    await goAway(floor)
    await comeTo(floor, 'lead')
    await floor.place()
    await floor.page.getByLabel('Tasks to continue').getByText('Pia Picker').waitFor()
    await floor.picture('badge-other')
    await floor.sees('Scan the notice')
  })
  await floor.act('its owner goes on where it was', async () => {
    await goAway(floor)
    await comeTo(floor, 'picker')
    await floor.sees('Scan the staging position')
    await floor.scan('R-01', 'Scan the item')
  })
}

async function letPass(floor, desk) {
  const { page } = floor
  const lines = page.locator('.station-log')
  await floor.act('more than announced is refused', async () => {
    await floor.scan(notice.item, 'enter the quantity')
    await floor.scan('250', '250')
    await lines.locator('li:first-child[data-state=wrong]').waitFor()
  })
  await floor.act('the smallest screen shows why, and the field', () => reachOnSmallScreen(floor))
  await floor.act('who is no supervisor cannot let it pass', async () => {
    await allow(floor, badges.picker)
    await lines.getByText('Pia Picker may not override here').waitFor()
  })
  await floor.act('a supervisor lets it pass in place', async () => {
    await scanLeave(floor, badges.lead)
    await floor.sees('Scan the item')
    await floor.sees('Received AC-1001')
    await floor.picture('override')
  })
  await desk.act('the audit bears both names', async () => {
    await desk.go('/inbound/purchase/enter')
    await desk.openRecord(/AC-1001|250/)
    await desk.besides()
    await desk.page
      .locator('.history')
      .getByText('Pia Picker created the record (allowed by Leo Lead)')
      .waitFor()
  })
}

/** The supervisor's badge is scanned at the task itself. */
async function scanLeave({ page }, [badge, pin]) {
  await page.keyboard.type(badge, { delay: 3 })
  await page.keyboard.press('Enter')
  await becomes(
    () => page.evaluate(() => document.activeElement.matches('[role=dialog] input[type=password]')),
    true,
  )
  await page.keyboard.type(pin)
  await page.getByRole('button', { name: 'Allow' }).click()
}

/** The supervisor is asked for by a touch. */
async function allow({ page }, [badge, pin]) {
  await page.getByRole('button', { name: 'Supervisor' }).click()
  await becomes(
    () =>
      page.evaluate(() =>
        document.activeElement.matches('[role=dialog] input:not([type=password])'),
      ),
    true,
  )
  for (const text of [badge, pin]) {
    await page.keyboard.type(text, { delay: 3 })
    await page.keyboard.press('Enter')
  }
}
