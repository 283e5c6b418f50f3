// The keyboard alone: palette, tabs, help.
import { at, becomes, equal } from './expect.mjs'

export async function useKeys(person) {
  const { page } = person
  const press = (key) => page.keyboard.press(key)
  const options = () => page.getByRole('option')
  const type = async (text) => {
    await press('Control+k')
    await page.getByRole('combobox', { name: 'Go to' }).waitFor()
    await page.keyboard.type(text)
  }
  await person.act('the palette leads to a screen, without the mouse', async () => {
    await person.open('/dashboard')
    await page.locator('.tab').first().waitFor()
    await type('stock det')
    await options().filter({ hasText: 'Stock detail' }).waitFor()
    await press('Enter')
    await at(page, '/storage/base/detail')
    await type('brands')
    await becomes(() => options().first().innerText(), 'Brands\nSystem / Product info')
    await press('Enter')
    await at(page, '/sys/product/brand')
  })
  await person.act('the palette leads to a document by its number', async () => {
    await type('AC-1001')
    const product = options().filter({ hasText: 'AC-1001' }).filter({ hasText: 'Products' })
    await product.waitFor()
    for (
      let tries = 0;
      tries < 20 && (await product.getAttribute('aria-selected')) !== 'true';
      tries++
    )
      await press('ArrowDown')
    await press('Enter')
    await page.waitForURL((url) => /^\/sys\/product\/product\/\d+$/.test(url.pathname))
    await page.locator('.tab.active', { hasText: 'AC-1001' }).waitFor()
  })
  await person.act(
    'a scanned number opens its document, though Enter comes before the answer',
    async () => {
      await type('AC-2002')
      await press('Enter')
      await page.locator('.tab.active', { hasText: 'AC-2002' }).waitFor()
      await type('AC-1001')
      await press('Enter')
      await options().filter({ hasText: 'Outbound order' }).first().waitFor() // open orders have it
      await press('Enter')
      await page.locator('.tab.active', { hasText: 'AC-1001' }).waitFor()
    },
  )
  await person.act('recent and favourite pages come first', async () => {
    await person.open('/sys/product/provider')
    await page.locator('.tab').first().waitFor()
    const star = page.getByRole('button', { name: 'Add to favourites' })
    await star.focus()
    await press('Enter')
    await page.getByRole('button', { name: 'Remove from favourites' }).waitFor()
    await type('')
    equal(
      await page.getByRole('group', { name: 'Favourites' }).getByRole('option').allInnerTexts(),
      ['Providers\nSystem / Product info'],
    )
    const recent = page.getByRole('group', { name: 'Recent' }).getByRole('option')
    await becomes(
      async () => (await recent.allInnerTexts()).map((text) => text.split('\n').at(-1)).slice(0, 4),
      ['Products', 'Products', 'System / Product info', 'Storage / Stock'],
    )
    await press('Escape')
    equal(await options().count(), 0)
  })
  await person.act('keys walk over the tabs, close one, and are told by ?', async () => {
    await person.open('/sys/product/brand')
    await page.locator('.tab').first().waitFor()
    await type('providers')
    await options().first().waitFor()
    await press('Enter')
    await at(page, '/sys/product/provider')
    await press('Alt+Shift+ArrowLeft')
    await at(page, '/sys/product/brand')
    await press('Alt+Shift+KeyW')
    await at(page, '/sys/product/provider')
    await press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await press('Escape')
  })
}
