// A file comes in through its mapping: tried, a wrong row told, mended, written.
import { pause } from './stage.mjs'

const wrong = 'Consignor,SKU,Name\nACME,E2E-1,Nail\nNOBODY,E2E-2,Screw\n'

export async function bringAFile(person) {
  await person.act('a file is tried, its wrong row told, and mended it is imported', async () => {
    await person.open('/sys/product/product')
    await person.button('More').click()
    await person.page.getByRole('menuitem', { name: 'Import products' }).click()
    await attach(person, wrong)
    await person.button('Try it').click()
    await seesInDialog(person, 'code NOBODY was not found')
    await pause(400)
    await person.picture('import')
    await attach(person, wrong.replace('NOBODY', 'ACME'))
    await person.button('Try it').click()
    await seesInDialog(person, /2 right, 0 wrong/)
    await person.button('Import').click()
    await seesInDialog(person, /2 taken, 0 wrong/)
    await person.button('Close').click()
    await person.sees('E2E-2')
  })
}

async function attach(person, text) {
  await person.page.locator('input[type=file]').setInputFiles({ name: 'products.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
}

function seesInDialog(person, text) {
  return person.page.getByRole('dialog').getByText(text).first().waitFor()
}
