// Scanners of every kind before a station: no code is lost, split or changed.
import { Count, Person, launch, pause, startServer } from './stage.mjs'
import * as wedge from './floor/wedge.mjs'

// Of each case: a sample beside the other journeys, and the whole proof with --whole. How codes are
// told from typing is shown without a browser in runtime-ui/src/scan; here that keys come so.
const whole = process.argv.includes('--whole')
const sample = whole ? 1_000 : 40
const at = 200 // codes that come at once: each drawn alone would be more than React takes

const count = new Count()
const server = await startServer()
const browser = await launch()
try {
  const person = await Person.arrive(browser, server.base, count, { name: 'wedge' })
  const cdp = await person.page.context().newCDPSession(person.page)
  await person.act('begins a task', async () => {
    await person.signIn('admin')
    await person.station('/inbound/scan-enter/order')
  })
  await person.act('5 scans a second for 10 s are all answered', () =>
    scanWithTheServer(person, cdp),
  )
  const received = await answerAll(person)
  await play('key by key', wedge.plain, { scans: Math.max(sample, at) })
  await play('with separators', wedge.separated, { code: (i) => `01${i}\x1d${i}\x1d2` })
  await play('ended twice', wedge.endedTwice)
  await play('through an input method', wedge.throughInputMethod)
  await play('as a composition', wedge.composed)
  await play('in one piece', wedge.inOnePiece)
  await play('with the focus on a button', wedge.endedTwice, {
    before: () => person.button('Pause').focus(),
  })
  await play('with the focus nowhere', wedge.plain, {
    before: () => person.page.evaluate(() => document.activeElement.blur()),
  })
  await scanInADialog()
  await person.page.evaluate(() => {
    KeyboardEvent.prototype.getModifierState = (key) => key === 'CapsLock'
  })
  await play('with caps lock on', wedge.withCapsLock)
  await person.leave()

  /** One way to scan, many times. */
  async function play(
    name,
    hand,
    { code = (i) => `aB-${i.toString(36)}`, before = () => undefined, scans = sample } = {},
  ) {
    await person.act(`${scans} scans ${name}`, async () => {
      received.length = 0
      const codes = Array.from({ length: scans }, (_, i) => code(i))
      for (let from = 0; from < scans; from += at) {
        await before()
        const events = codes.slice(from, from + at).flatMap((one, i) => hand(one, i))
        await wedge.play(cdp, events)
        await arrived(Math.min(from + at, scans))
      }
      compare(received, codes)
    })
  }

  async function scanInADialog() {
    await person.act('the back key asks first', async () => {
      await person.page.getByRole('menuitem', { name: 'Dashboard' }).click()
      const resumed = person.page.waitForResponse('**/resume')
      await person.page.locator('a', { hasText: 'Receive by order' }).first().click()
      await resumed
      await person.page.locator('.station-prompt').waitFor()
      await person.page.evaluate(() => history.back())
      await person.page.getByRole('dialog').waitFor()
    })
    await play('in a dialog', wedge.endedTwice, { before: () => person.button('Leave').focus() })
    await person.act('stays', () => person.button('Stay').click())
  }

  async function arrived(n) {
    for (let i = 0; i < 1_000 && received.length < n; i++) await pause(20)
  }
} finally {
  await browser.close()
  server.stop()
}
count.report()

/** Says yes to every input in the server's place; what came stands in the answer. */
async function answerAll(person) {
  const received = []
  const numbers = new Set()
  const screen = { step: 'code', kind: 'scan', title: 'Code', prompt: 'Scan' }
  await person.page.route('**/api/station/*/input', async (route) => {
    const { session, inputs } = route.request().postDataJSON()
    // What is sent again under its number is the same scan.
    for (const { seq, value } of inputs) {
      if (!numbers.has(seq)) received.push(value)
      numbers.add(seq)
    }
    const results = inputs.map(({ seq }) => ({ seq, ok: true, sound: 'none' }))
    const data = { session, applied: inputs.length, results, screen }
    await route.fulfill({ json: { result: true, msg: '', statusCode: 200, data } })
  })
  // A task that is taken up again goes on after the last number that came here.
  await person.page.route('**/api/station/*/resume', async (route) => {
    const answer = await route.fetch()
    const json = await answer.json()
    json.data.seq = Math.max(json.data.seq, ...numbers)
    json.data.screen = screen // the task is under way
    await route.fulfill({ json })
  })
  return received
}

/**
 * Every code has one answer of the server, here that nobody knows it; one that was scanned before
 * the refusal of another was known comes back to the person.
 */
async function scanWithTheServer({ page }, cdp) {
  const answered = []
  page.on('response', async (response) => {
    if (!response.url().endsWith('/input')) return
    const { inputs } = response.request().postDataJSON()
    const { data } = await response.json()
    answered.push(...data.results.map((_, i) => inputs[i].value))
  })
  const again = page.locator('.station-log li[data-state=again] .mono')
  const returned = new Set()
  const codes = Array.from({ length: 50 }, (_, i) => `STRANGE-${i}`)
  for (const code of codes) {
    await wedge.play(cdp, wedge.plain(code))
    await pause(200)
    for (const one of await again.allInnerTexts()) returned.add(one)
  }
  for (let i = 0; i < 50 && answered.length + returned.size < codes.length; i++) await pause(100)
  page.removeAllListeners('response')
  compare([...answered, ...returned].sort(), codes.sort())
}

function compare(received, sent) {
  const wrong = sent.flatMap((code, i) =>
    received[i] === code ? [] : [`${code} came as ${received[i]}`],
  )
  if (wrong.length > 0 || received.length !== sent.length) {
    throw new Error(
      `${received.length} of ${sent.length} came; ${wrong.length}: ${wrong.slice(0, 12).join(', ')}`,
    )
  }
}
