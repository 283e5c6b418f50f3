// A station that loses its network, its session and an argument with the server:
// every scan arrives once, or comes back to the person.
import { station, unload } from './floor/notice.mjs'
import { overhear, played, sounded } from './floor/overhear.mjs'
import { equal } from './shell/expect.mjs'
import { Count, Person, launch, startServer } from './stage.mjs'

const goodsOfNotice = ['6900000001001', '6900000001002', '6900000001003']
const [first, second, third] = goodsOfNotice

const count = new Count()
const server = await startServer()
const browser = await launch()
try {
  const desk = await Person.arrive(browser, server.base, count, { name: 'desk' })
  await unload(server)
  await desk.act('signs in', () => desk.signIn('admin'))
  const floor = await Person.arrive(browser, server.base, count, {
    name: 'floor',
    viewport: { width: 390, height: 844 },
  })
  await floor.page.addInitScript(overhear)
  const sent = watchInputs(floor.page)
  await floor.act('begins to receive', async () => {
    await floor.signIn('admin')
    await beginNotice(floor)
  })
  await floor.act('scans ninety times without a network, and hears what is wrong', () =>
    scanOffline(floor),
  )
  await floor.act('opens the page again without a network', async () => {
    await floor.page.reload()
    await floor.sees('Offline, 72 waiting')
    await floor.picture('offline-opened')
  })
  await floor.act('is told where only the server knows', async () => {
    await floor.page.keyboard.press('F2')
    await floor.sees(/this step needs the server/)
  })
  await floor.act('all arrives once', async () => {
    await floor.page.context().setOffline(false)
    await settled(floor)
    for (const figure of ['12 / 240', '12 / 60', '12 / 120']) await goods(floor, 'AC-100', figure)
  })
  await floor.act('a refusal gives back what came after it', () => meetRefusal(floor, desk))
  await floor.act('scans survive a session that expired', () => loseSession(floor))
  await floor.act('no number was used twice', () => checkNumbers(sent))
  await floor.act('every invariant holds', server.verify)
  await floor.page.context().close()
  await desk.leave()
} finally {
  await browser.close()
  server.stop()
}
count.report()

async function beginNotice(person) {
  await person.station(station)
  await person.scan('DEMO-ASN-1', 'Scan the staging position')
  await person.scan('R-01', 'Scan the item')
}

/** Scans as a person does who hears at once how it went. */
async function scan({ page }, code, state) {
  await page.keyboard.type(code, { delay: 3 })
  await page.keyboard.press('Enter')
  await page
    .locator(`.station-log li:first-child[data-state=${state}]`)
    .getByText(code, { exact: true })
    .waitFor()
}

async function scanOffline(person) {
  const { page } = person
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.context().setOffline(true)
  await played(page)
  for (const [code, state, outcome] of ninety()) {
    await scan(person, code, state)
    await sounded(page, outcome)
  }
  await person.sees('Offline, 72 waiting')
  await person.picture('offline')
}

/** One piece after another, with a strange item or too large a quantity before every other one. */
function ninety() {
  return Array.from({ length: 36 }, (_, i) => [
    ...(i % 4 === 0 ? [[`STRANGE-${i}`, 'wrong', 'wrong']] : []),
    [goodsOfNotice[i % 3], 'waiting', 'ok'],
    ...(i % 4 === 2 ? [[`${900 + i}`, 'wrong', 'over']] : []), // more than is announced
    ['1', 'waiting', 'ok'], // pieces
  ]).flat()
}

/** Everything that waited has its answer. */
async function settled({ page }) {
  await page.locator('.station-warning').waitFor({ state: 'detached' })
  await page.locator('.station-log li[data-state=waiting]').first().waitFor({ state: 'detached' })
}

/** What the server shows as received of some goods. */
async function goods({ page }, name, figure) {
  await page.locator('.station-list li', { hasText: name }).filter({ hasText: figure }).waitFor()
}

/** Somebody else is faster, so the server cannot take what the device thought right. */
async function meetRefusal(person, other) {
  await person.page.context().setOffline(true)
  for (const one of [first, '228', second, '48']) await scan(person, one, 'waiting')
  await beginNotice(other)
  await other.scan(first, 'enter the quantity')
  await other.scan('228', 'Received AC-1001')
  await person.page.context().setOffline(false)
  await settled(person)
  await person.picture('refused-in-queue')
  const again = await person.page.locator('.station-log li[data-state=again] .mono').allInnerTexts()
  equal(again, ['48', second])
  await person.page.reload()
  await person.sees(`Not recorded, scan again: ${second}, 48`)
  await person.button('Undo').click()
  await person.sees('Scan the item')
  await goods(person, 'AC-1001', '240 / 240')
  await goods(person, 'AC-1002', '12 / 60')
}

async function loseSession(person) {
  const { page } = person
  await page.context().setOffline(true)
  await scan(person, third, 'waiting')
  await scan(person, '7', 'waiting')
  const cookies = await page.context().cookies()
  const user = cookies.find(({ name }) => name === 'userInfo.user')
  const forged = { ...JSON.parse(decodeURIComponent(user.value)), accessToken: 'expired' }
  await page.context().addCookies([{ ...user, value: encodeURIComponent(JSON.stringify(forged)) }])
  await page.context().setOffline(false)
  await page.waitForURL(/\/login/)
  await page.locator('input').first().fill('admin')
  await page.locator('input[type=password]').fill('wareloom')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === station)
  await page.locator('.station-prompt').waitFor()
  await settled(person)
  await goods(person, 'AC-1003', '19 / 120')
}

/** Keeps every input that the page sent, with the server's result. */
function watchInputs(page) {
  const sent = []
  page.on('response', async (response) => {
    if (!response.url().endsWith('/input')) return
    const { session, inputs } = response.request().postDataJSON()
    const { data } = await response.json()
    for (const [i, result] of (data?.results ?? []).entries())
      sent.push({ session, result, input: inputs[i] })
  })
  return sent
}

/** The same number of a session always bears the same input. */
function checkNumbers(sent) {
  const known = new Map()
  for (const { session, input } of sent) {
    const name = `${session}.${input.seq}`
    const text = JSON.stringify(input)
    if ((known.get(name) ?? text) !== text)
      throw new Error(`${name} was ${known.get(name)} and ${text}`)
    known.set(name, text)
  }
  if (known.size === 0) throw new Error('nothing was sent')
}
