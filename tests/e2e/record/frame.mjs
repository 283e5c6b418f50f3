// Where things stand on the page of a document, and what of it goes on paper.
import { equal } from '../shell/expect.mjs'

export async function seeTheFrame(person) {
  const { page } = person
  const seen = (selector) => page.locator(selector).filter({ visible: true })
  const order = 'SO' // the newest order of the demo
  await person.act('the next step stands rightmost in the first row, lines in view', async () => {
    await person.open('/outbound/sale/order')
    await person.openRecord(order)
    const next = await seen('.record-head .ant-btn-primary').boundingBox()
    for (const button of await seen('.record-head .ant-btn').all()) {
      const { x, width, y } = await button.boundingBox()
      equal(x + width <= next.x + next.width, true)
      equal(Math.abs(y - next.y) < 40, true)
    }
    const line = await seen('.lines tbody tr').first().boundingBox()
    equal(line.y + line.height < 900, true)
    await person.picture('frame')
  })
  await person.act('on paper a document has its lines and nothing to click', async () => {
    await page.emulateMedia({ media: 'print' })
    await seen('.lines tbody tr').first().waitFor()
    equal(await seen('.sidebar, .navbar, .tab-bar, .record-head .ant-btn').count(), 0)
    await person.picture('paper')
    await page.emulateMedia({ media: 'screen' })
  })
}
