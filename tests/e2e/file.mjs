// A file comes in through its mapping. Wrong rows are upkeep.mjs's business.
const rows = 'Consignor,SKU,Name\nACME,E2E-1,Nail\nACME,E2E-2,Screw\n'

export async function bringAFile(person) {
  const { page } = person
  const dialog = page.getByRole('dialog')
  await person.act('a file is checked and imported', async () => {
    await person.open('/sys/product/product')
    await person.sees('AC-1001')
    await person.button('More').click()
    await page.getByRole('menuitem', { name: 'Import products' }).click()
    const file = { name: 'products.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) }
    await dialog.locator('input[type=file]').setInputFiles(file)
    await dialog.getByRole('button', { name: 'Check the file' }).click()
    await dialog.getByText('2 rows: 2 valid, 0 with errors, 0 rejected').waitFor()
    await person.picture('import')
    await dialog.getByRole('button', { name: 'Import 2 rows' }).click()
    await dialog.getByRole('button', { name: 'Show the list' }).click()
    await person.sees('E2E-2')
  })
}
