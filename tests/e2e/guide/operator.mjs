// Where readers of the operator's guide look up from it.
import { Readers } from './readers.mjs'

export class OperatorReaders extends Readers {
  constructor(browser, base, count, { take = false } = {}) {
    super(browser, base, count, {
      guide: 'operator',
      viewport: { width: 1280, height: 720 },
      take,
    })
  }

  received = () => this.forAll(receive)
  waved = () => this.forAll(pick)
  walked = () => this.forAll(orders)
}

async function receive(reader, language, keep) {
  await reader.station('/inbound/scan-enter/order')
  for (const code of ['DEMO-ASN-1', 'R-01', '6900000001001']) await enter(reader, code)
  await keep(`receive.${language}`)
  await reader.page.keyboard.press('F4')
}

async function pick(reader, language, keep) {
  await reader.station('/outbound/operation/picking')
  await reader.page.keyboard.press('F2')
  await reader.rest()
  await enter(reader, `TOTE-9${language.length}`)
  await keep(`pick.${language}`)
  await reader.page.getByRole('button', { name: /放下任务|Hand back|Soltar/ }).click() // for the next reader
  await reader.rest()
}

async function orders(reader, language, keep) {
  await reader.open('/outbound/sale/order')
  await reader.sees(/^SO\d+$/)
  await keep(`orders.${language}`)
}

async function enter(reader, code) {
  await reader.page.keyboard.type(code, { delay: 3 })
  await reader.page.keyboard.press('Enter')
  await reader.rest()
}
