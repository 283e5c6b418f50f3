// A form of 120 fields in the designer: one is dragged across the drawn screen, and one through the
// outline.
import { Colleague } from '../floor/colleague.mjs'
import { watched } from './trace.mjs'

const fields = Array.from({ length: 120 }, (_, i) => `x_wide_${i}`)

export async function measureCanvas(person) {
  const { page } = person
  const change = await draft(person.base)
  await page.addInitScript((id) => window.localStorage.setItem('designers.change', id), change)
  await person.open('/sys/dev/ui-designer?kind=form&key=carrier')
  await page
    .locator('.designer-box')
    .nth(fields.length - 1)
    .waitFor()
  await person.rest()
  const boxes = page.locator('.designer-box')
  const first = await boxes.nth(0).getAttribute('title')
  const drawn = await watched(page, () => drag(page, boxes.nth(0), boxes.nth(23)))
  await page.locator(`.designer-box[title="${first}"].is-chosen`).waitFor()
  await page.locator(`.designer-box:nth-child(23)[title="${first}"]`).waitFor()
  await person.rest()
  const parts = page.locator('.designer-outline .designer-node')
  const outline = await watched(page, () => drag(page, parts.nth(4), parts.nth(20)))
  return { fields: await boxes.count(), drawn, outline }
}

/** A shipped table and its form with that many fields more, in a change set. */
async function draft(base) {
  const colleague = await Colleague.signedIn(base, 'admin')
  const { change } = await colleague.call('/api/meta/changes/open', { title: 'Wide' })
  await widen('table', ({ fields: all }) => all.push(...fields.map(titled)))
  await widen('form', ({ groups: [first] }) => first.fields.push(...fields.map((key) => ({ key }))))
  return change

  async function widen(kind, add) {
    const path = `/api/meta/${kind}`
    const { object, hash } = await colleague.call(`${path}/get`, { change, key: 'carrier' })
    add(object)
    await colleague.call(`${path}/draft`, { change, key: 'carrier', hash, object })
  }
}

function titled(key) {
  return { key, type: 'text', max_length: 80, title: { zh: key, en: key, es: key } }
}

async function drag(page, what, onto) {
  const [from, to] = [await what.boundingBox(), await onto.boundingBox()]
  await page.mouse.move(from.x + 4, from.y + 4)
  await page.mouse.down()
  await page.mouse.move(to.x + 4, to.y + 4, { steps: 60 })
  await page.mouse.up()
}
