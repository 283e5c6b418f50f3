// The day of a lead: what does not move, who does what, a kit, a lot, the truck, a figure.

export async function leadsDay(day) {
  const { person, page } = day
  const main = page.locator('main')
  await day.stretch('An order that does not move says why', async () => {
    await main
      .getByText(/do(es)? not move/)
      .first()
      .click()
    await page.waitForURL(/\/outbound\/sale\/desk/)
    await person.button('Why short\\?').click()
    await page.waitForURL(/why-short|order\/\d+/)
    await person.sees(/AC-1001|GX-0/)
  })
  await day.stretch('A pick is given to a person', async () => {
    await day.menu('Storage', 'Storage operations', 'Task board')
    await page
      .getByRole('button', { name: /^PB\d+.*: Move to/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Pia Picker' }).click()
    await page.getByRole('menuitem', { name: 'Pia Picker' }).waitFor({ state: 'detached' })
    await person.rest()
  })
  await day.stretch('Kits are built', async () => {
    await day.menu('Work orders')
    await main
      .getByText(/^WO\d+$/)
      .first()
      .click()
    for (const step of ['Release', 'Start']) await person.take(step)
    await person.choice('Report work')
    const dialog = await person.dialog()
    await dialog.getByLabel(/^Minutes/).click()
    await page.keyboard.type('25')
    await dialog.getByRole('button').last().click()
    await person.button('Put away').waitFor()
  })
  await day.stretch('A lot is traced', async () => {
    await day.menu('Stock', 'Trace')
    await page.keyboard.type('L2609')
    await page.keyboard.press('Enter')
    await person.rest()
  })
  await day.stretch('What will miss the truck', async () => {
    await day.menu('Outbound', 'Sale documents', 'The truck')
    await main.getByText(/^SF/).first().click()
    await page.waitForURL(/leaving/)
    await person.sees(/^SO\d+$/)
  })
  await day.stretch('A figure shows its orders', async () => {
    await day.menu('Dashboard')
    await main.getByText('Orders in picking').waitFor()
    await main
      .locator('tr')
      .filter({ hasText: 'Orders in picking' })
      .getByRole('link')
      .first()
      .click()
    await person.sees(/^SO\d+$/)
  })
}
