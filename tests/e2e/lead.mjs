// The straight road by nothing but what each screen offers next, with its clicks, keys
// and scans counted; fails where a hand-over is not offered or a hand has too much to do.
import { leadBackFromAHeldLot } from './record/unfit.mjs'
import { Count, Person, launch, startServer } from './stage.mjs'

const mostClicks = 20 // from the first menu to the parcel handed over
const handOvers = 9

const counted = { click: 0, key: 0, scan: 0, handOver: 0 }
const steps = []

/** A person whose every touch is counted. */
class Hands {
  constructor(person) {
    Object.assign(this, { person, page: person.page })
  }

  async click(locator) {
    await locator.click()
    counted.click++
  }

  async key(name) {
    // A hand comes from the scanner: an Enter within half a second is still the scanner's.
    await this.page.waitForTimeout(600)
    await this.page.keyboard.press(name)
    counted.key++
  }

  async scan(code, expected) {
    await this.person.scan(code, expected)
    counted.scan++
  }

  /** Types a figure and confirms it. */
  async types(text, expected) {
    await this.person.scan(text, expected)
    counted.key += text.length + 1
  }

  /** Walks the menu to a screen. */
  async menu(...titles) {
    const menu = this.page.getByRole('navigation').first()
    for (const title of titles) {
      await this.click(menu.getByText(title, { exact: true }).first())
      await this.person.rest()
    }
  }

  /** Takes what the screen offers next. */
  async goOn(words) {
    const next = this.page
      .locator('.next-step, .station-next .ant-btn-primary')
      .filter({ visible: true })
      .first()
    await next.filter({ hasText: words }).waitFor()
    await this.click(next)
    await this.person.rest()
  }

  async handOver(words) {
    await this.goOn(words)
    counted.handOver++
  }

  /** Goes on at a station and waits for its question. */
  async station(words, question) {
    await this.handOver(words)
    await this.person.sees(question)
    await this.person.rest()
  }

  /** Confirms the question of an action as it stands. */
  async confirm() {
    await this.person.dialog()
    await this.key('Enter')
    await this.person.rest()
  }
}

/** Notes what a stretch of the road took. */
async function stretch(name, walk) {
  const before = { ...counted }
  await walk()
  steps.push([name, ...['click', 'key', 'scan'].map((one) => counted[one] - before[one])])
}

async function comeIn(hands) {
  const { person, page } = hands
  await stretch('The notice is unloaded', async () => {
    await hands.menu('Inbound', 'Purchase documents', 'Pre-arrival notice')
    await hands.click(page.getByText(/^AS\d+1$/).last())
    await hands.goOn('Arrive')
    await hands.confirm()
    await hands.goOn('Unload')
    await person.picture('lead-notice')
  })
  await stretch('Its goods are received', async () => {
    await hands.station('Receive now', 'Scan the staging position')
    await hands.scan('R-01', 'Scan the item')
    for (const [code, sku, qty] of [
      ['6900000001001', 'AC-1001', '240'],
      ['6900000001002', 'AC-1002', '60'],
      ['6900000001003', 'AC-1003', '120'],
    ]) {
      await hands.scan(code, 'enter the quantity')
      await hands.types(qty, `Received ${sku}`)
    }
    await hands.key('F2')
    await person.sees(/Receiving is complete|All done/)
    await person.picture('lead-received')
  })
  await stretch('They are shelved', async () => {
    await hands.station('Put away now', 'Scan the item')
    for (const [code, qty, bin] of [
      ['6900000001001', '240', 'A-01-01-1'],
      ['6900000001002', '60', 'A-02-01-1'],
      ['6900000001003', '120', 'A-03-05-1'],
    ]) {
      await hands.scan(code, 'enter the quantity')
      await hands.types(qty, 'scan the position')
      await hands.scan(bin, /All done|put away at|Put/)
    }
    await person.button(/Show shelving SH\d+/.source).waitFor()
    counted.handOver++
    await person.picture('lead-shelved')
  })
}

async function goOut(hands) {
  const { person, page } = hands
  await stretch('The order is allocated', async () => {
    await hands.menu('Outbound', 'Sale documents', 'Outbound order')
    await hands.click(page.getByText(/^SO\d+09$/).last())
    await hands.handOver('Audit')
    await hands.handOver('Allocate')
    await person.picture('lead-order')
  })
  await stretch('It is picked', async () => {
    await hands.handOver('Add to wave')
    await hands.goOn(/^Show wave/)
    await person.picture('lead-wave')
    await hands.station('Pick now', 'Scan the cart or tote')
    await hands.scan('TOTE-1', 'and scan it')
    await hands.scan(await person.fact('position'), /^Scan AC/)
    await hands.scan('AC-1002', /: pick/)
    await hands.key('Enter')
    await person.sees(/Pick bill complete/)
    await person.button('Pack this order').waitFor()
    const again = person.page.getByLabel('Tasks to continue') // the task that just ended
    await again.waitFor({ state: 'hidden' })
    await person.picture('lead-picked')
  })
  await stretch('It is packed', async () => {
    await hands.station('Pack this order', 'Scan the item')
    for (let i = 0; i < 4; i++) await hands.scan('6900000001002', /Scan the item|Scan the box/)
    await hands.key('F3')
    await person.sees('Weigh it')
    await hands.types('1.25', 'is packed')
    await person.picture('lead-packed')
  })
  await stretch('It is handed over', async () => {
    await hands.station('Send now', /PK\d+ sent/)
    await person.picture('lead-sent')
  })
}

const count = new Count()
const server = await startServer()
const browser = await launch()
try {
  const person = await Person.arrive(browser, server.base, count, { name: 'lead' })
  const hands = new Hands(person)
  await person.act('signs in', async () => {
    await person.signIn('admin')
    await person.sees('Ada Admin')
  })
  await person.act('goods come in by what is offered', () => comeIn(hands))
  await person.act('an order goes out by what is offered', () => goOut(hands))
  await person.act(`${handOvers} of ${handOvers} hand-overs are offered`, () => {
    if (counted.handOver !== handOvers) throw new Error(`${counted.handOver} were`)
  })
  await person.act(`at most ${mostClicks} clicks`, () => {
    if (counted.click > mostClicks) throw new Error(`${counted.click} clicks`)
  })
  console.log('| Stretch | Clicks | Keys | Scans |\n|---|--:|--:|--:|')
  for (const row of [...steps, ['All', counted.click, counted.key, counted.scan]]) {
    console.log(`| ${row.join(' | ')} |`)
  }
  await leadBackFromAHeldLot(person)
  await person.act('every invariant holds', server.verify)
  await person.leave()
} finally {
  await browser.close()
  server.stop()
}
count.report()
