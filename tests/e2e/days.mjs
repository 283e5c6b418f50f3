// A lead's day and an owner's day from their first screen on, as people do them: by menus,
// words typed and what each screen offers. What their hands do is counted, and has to be what
// the guides say.
import { readFileSync } from 'node:fs'
import { Day } from './days/day.mjs'
import { leadsDay } from './days/lead.mjs'
import { ownersDay } from './days/owner.mjs'
import { fillBins } from './floor/notice.mjs'
import { Count, Person, launch, startServer } from './stage.mjs'

const count = new Count()
const server = await startServer()
const browser = await launch()
try {
  const { colleague, where } = await fillBins(server, [
    { item: '6900000001002', pieces: '30', bin: 'A-02-01-1' },
    { item: '6900000001003', pieces: '30', bin: 'A-03-05-1' },
  ])
  await makeWork(colleague)
  if (process.env.NOLEAD === undefined)
    await walk('lead', 'lead', '/login', 'operator', (day) => leadsDay(day, colleague, where))
  await makeDifference(colleague, where)
  await walk('owner', 'acme', '/user/login', 'owner', ownersDay)
} finally {
  await browser.close()
  server.stop()
}
count.report()

/** What waits when the lead comes: a pick bill of nobody, and an order that is short. */
async function makeWork(colleague) {
  const ready = await colleague.find('sale_order', 'ext_no', 'DEMO-SO-02')
  const short = await colleague.find('sale_order', 'ext_no', 'DEMO-SO-05')
  await colleague.act('sale_order', [ready.id], 'allocate')
  await colleague.act('sale_order', [short.id], 'allocate')
  const params = { release: true }
  await colleague.call('/api/data/sale_order/act', { name: 'wave', ids: [ready.id], params })
}

/** What the owner is told of an arrival: two lanterns came broken, with a photo of them. */
async function makeDifference(colleague, where) {
  const page = await browser.newPage({ viewport: { width: 640, height: 480 } })
  await page.setContent(`<body style="background:#b58b5a;font:60px serif">📦 ✂`)
  const photo = await colleague.upload('carton.png', 'image/png', await page.screenshot())
  await page.close()
  const asn = await colleague.find('asn', 'ext_no', 'DEMO-ASN-1')
  const lines = [{ product_id: { sku: 'AC-1002' }, qty: 2, reason: 'damaged', photo }]
  const told = { ...where, consignor_id: { code: 'ACME' }, asn_id: asn.id, lines }
  const { id } = await colleague.call('/api/data/damaged_order/save', told)
  await colleague.act('damaged_order', [id], 'report')
}

/** Walks a day and holds it to the table of its guide, in every language. */
async function walk(name, account, door, guide, through) {
  const person = await Person.arrive(browser, server.base, count, { name })
  const day = new Day(person)
  await day.begin()
  await person.act('signs in', async () => {
    await person.signIn(account, door)
    await person.rest()
  })
  await through(day)
  await person.act('took what the guide says', () => {
    console.log(day.table())
    for (const language of ['en', 'zh', 'es']) {
      const text = readFileSync(`docs/guide/${guide}.${language}.md`, 'utf8')
      if (!day.stands(text)) throw new Error(`${guide}.${language}.md says something else`)
    }
  })
  await person.leave()
}
