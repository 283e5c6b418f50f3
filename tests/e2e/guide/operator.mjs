// Where the reader of the operator's guide looks up from it.
import { Readers } from './readers.mjs'

export class OperatorReaders extends Readers {
  constructor(browser, base, count, { take = false } = {}) {
    super(browser, base, count, {
      guide: 'operator',
      viewport: { width: 1280, height: 720 },
      take,
    })
  }

  received = () => this.forAll('receive', receive, { before: takeIn, after: closeNotice })
  waved = () => this.forAll('pick', pick, { before: takeTask, after: handBack })
  walked = () => this.forAll('orders', orders)
}

const receive = (reader) => stationOf(reader, '/inbound/scan-enter/order')
const pick = (reader) => stationOf(reader, '/outbound/operation/picking')

/** A station goes on where its person was, in whatever language; a click lets it be heard. */
async function stationOf(reader, path) {
  await reader.station(path)
  await reader.page.locator('main h1').first().click()
}

async function takeIn(reader) {
  await receive(reader)
  for (const code of ['DEMO-ASN-1', 'R-01', '6900000001001']) await enter(reader, code)
}

const closeNotice = (reader) => reader.page.keyboard.press('F4')

async function takeTask(reader) {
  await pick(reader)
  await reader.page.keyboard.press('F2')
  await reader.rest()
  await enter(reader, 'TOTE-92')
}

async function handBack(reader) {
  await reader.page.getByRole('button', { name: /放下任务|Hand back|Soltar/ }).click() // for the desk
  await reader.rest()
}

async function orders(reader) {
  await reader.open('/outbound/sale/order')
  await reader.sees(/^SO\d+$/)
}

async function enter(reader, code) {
  await reader.page.keyboard.type(code, { delay: 3 })
  await reader.page.keyboard.press('Enter')
  await reader.rest()
}
