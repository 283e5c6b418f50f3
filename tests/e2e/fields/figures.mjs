// Texts whose length counts in bytes, and texts that are numbers.

export async function countBytes(person) {
  const { page } = person
  const field = (title) => page.getByLabel(title).filter({ visible: true }).first()
  await person.act('a name that is too wide for a label is told before it is sent', async () => {
    await person.open('/sys/basic/consignor')
    await person.openRecord('ACME')
    await person.button('Edit').click()
    await field('Short name').fill('环球贸易有限公司上海浦东分公司第一仓库abc')
    await page.keyboard.press('Tab')
    await page.getByText('“Short name” is too long: at most 20, now 20.5').waitFor()
    await person.picture('bytes')
    await field('Short name').fill('Acme 上海 Trading 1 ABC') // 22 characters, 12 in bytes
    await person.button('Save').click()
    await person.sees('Acme 上海 Trading 1 ABC')
  })
  await person.act('a number with a separator is told how to be written', async () => {
    await person.open('/sys/product/product')
    await person.openRecord('AC-1003')
    await person.button('Edit').click()
    await field('HS code').fill('6,109')
    await page.keyboard.press('Tab')
    await page.getByText('“HS code” must be a number').waitFor()
    await field('HS code').fill('0610910')
    await person.button('Save').click()
    await person.sees('0610910')
  })
}
