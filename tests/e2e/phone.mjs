// The same road on a handheld of 390 px: an order is allocated, picked, packed and
// handed over with nothing but thumbs and the scanner.

export const handheld = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  deviceScaleFactor: 2,
}

/** Works off one order; the goods lie in their bins. */
export async function workOnAPhone(person, { order, external, code, pieces, workstation }) {
  const { page } = person
  await person.act('signs in', async () => {
    await person.signIn('admin')
    await person.picture('phone-dashboard')
  })
  await person.act('an order is allocated', async () => {
    await person.go('/outbound/sale/order')
    await person.picture('phone-orders')
    await page
      .getByText(new RegExp(`^SO\\d+${order}$`))
      .filter({ visible: true })
      .last()
      .click()
    await page.waitForURL((url) => /\/order\/\d+$/.test(url.pathname))
    await person.take('Allocate')
    await person.page.locator('[aria-current=step]', { hasText: 'Allocated' }).waitFor()
    await person.picture('phone-order')
  })
  await person.act('it becomes a wave', async () => {
    await person.go('/outbound/operation/create-wave')
    await page.getByRole('radio').nth(1).check()
    await person.picture('phone-create-wave')
    await page.getByRole('button', { name: /^Create wave \(\d+\)/ }).click()
    await person.sees('Results')
  })
  await person.act('it is picked', () => pickOnAPhone(person))
  await person.act('it is verified, packed and handed over', async () => {
    await person.station('/outbound/operation/verify-by-order')
    await page.keyboard.type(workstation, { delay: 3 })
    await page.keyboard.press('Enter')
    await page.getByText(`Prints now go to ${workstation}`).first().waitFor()
    await person.scan(external, 'Scan the item')
    for (let i = 0; i < pieces; i++) await person.scan(code, /Scan the item|Scan the box/)
    await page.keyboard.press('F3')
    await person.sees('Weigh it')
    await person.scan('0.4', 'is packed')
    await person.picture('phone-packed')
    const [number] = /PK\d+/.exec(
      await page
        .getByText(/is packed: PK/)
        .first()
        .innerText(),
    )
    await person.station('/outbound/send/check')
    await person.scan(number, `${number} sent`)
  })
  await person.act('nothing is wider than the screen', async () => {
    for (const path of [
      '/dashboard',
      '/outbound/sale/order',
      '/storage/base/detail',
      '/outbound/operation/picking',
      '/sys/basic/setting',
    ]) {
      await person.open(path)
      await person.rest()
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth - window.innerWidth,
      )
      if (wide > 0) throw new Error(`${path} is ${wide} px too wide`)
    }
  })
}

async function pickOnAPhone(person) {
  await person.station('/outbound/operation/picking')
  await person.page.keyboard.press('F2')
  await person.sees('Scan the cart or tote')
  await person.scan('TOTE-2', 'and scan it')
  await person.picture('phone-pick')
  while ((await person.page.locator('.station-target [data-field=position]').count()) > 0) {
    await person.scan(await person.fact('position'), /^Scan AC/)
    const sku = (await person.fact('item')).split(' ')[0]
    await person.scan(sku, /: pick/)
    await person.picture('phone-quantity')
    await person.scan(await person.fact('qty'), /Picked|complete/)
  }
}
