// A form of 120 fields and more: typed into at ten keys a second. The server's screen is widened on its
// way to the page, so that what is drawn and checked is the product's own form.
import { products } from '../lists/grid.mjs'
import { pause } from '../stage.mjs'
import { watched } from './trace.mjs'

const fields = 125 // a few of the first show under conditions only
const keys = 100

export async function measureForm(person) {
  const { page } = person
  await page.route('**/api/meta/screen', widen)
  await page.reload() // screens are kept
  await person.open(`${products}/new`)
  const last = page.getByLabel(named(fields - 1)).filter({ visible: true })
  await last.click()
  await pause(500)
  const typed = await watched(page, () =>
    page.keyboard.type('0123456789'.repeat(keys / 10), { delay: 100 }),
  )
  if ((await last.inputValue()).length !== keys)
    throw new Error(`of ${keys} keys arrived ${await last.inputValue()}`)
  await page.unroute('**/api/meta/screen')
  return {
    fields: await page.locator('.record .field').count(),
    ...typed,
    perKey: Math.round((typed.busy / keys) * 10) / 10,
  }
}

/** Adds text fields to the form of the answer until it has as many as are asked for. */
async function widen(route) {
  const response = await route.fetch()
  const answer = await response.json()
  const { form, tables } = answer.data
  if (form !== undefined) widenForm(form, tables[form.table])
  await route.fulfill({ response, json: answer })
}

function widenForm({ groups }, table) {
  for (let i = groups.flatMap((group) => group.fields).length; i < fields; i++) {
    table.fields.push({ key: `more_${i}`, title: named(i), type: 'text' })
    groups[0].fields.push({ field: `more_${i}` })
  }
}

function named(index) {
  return `Further field ${index}`
}
