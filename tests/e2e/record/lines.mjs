// Lines of a document: by keyboard alone, from a spreadsheet, by scanner, and very many.
import { becomes, equal } from '../shell/expect.mjs'

const newNotice = '/inbound/purchase/order/new'
const rows = (page) => page.locator('main tr[data-line]').filter({ visible: true })
export const cell = (page, row, field) => rows(page).nth(row).locator(`[data-field=${field}]`)
const status = (page) => page.locator('.grid-status').filter({ visible: true })

/** Begins a document, with its first line in hand. */
export async function begin(person) {
  await person.open(newNotice)
  await person.choose('Consignor', 'ACME')
  await person.choose('Warehouse', 'SH1')
  await person.button('Add a line').click()
  await rows(person.page).first().locator('input').waitFor()
}

/** Pastes a text where the cursor is, as a browser does. */
function paste(page, text) {
  return page.evaluate((copied) => {
    const data = new DataTransfer()
    data.setData('text/plain', copied)
    const event = new ClipboardEvent('paste', {
      clipboardData: data,
      bubbles: true,
      cancelable: true,
    })
    document.activeElement.dispatchEvent(event)
  }, text)
}

export async function enterByKeyboard(person) {
  const { page } = person
  const press = (...keys) =>
    keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve())
  await person.act('a document is entered by keyboard alone', async () => {
    await begin(person)
    await page.keyboard.type('AC-1001')
    await press('Tab')
    await page.keyboard.type('5')
    await press('Enter')
    await page.keyboard.type('AC-1002')
    await press('Tab')
    await page.keyboard.type('7')
    await becomes(
      async () => (await cell(page, 0, 'product_id').innerText()).startsWith('AC-1001'),
      true,
    )
    await press('ArrowUp')
    await page.keyboard.type('6')
    await press('ArrowDown', 'Control+d')
    await becomes(() => cell(page, 0, 'qty').innerText(), '6')
    await press('ArrowUp', 'ArrowDown')
    await becomes(() => cell(page, 1, 'qty').locator('input').inputValue(), '6')
    await page.keyboard.type('8')
    await press('Escape')
    await becomes(() => cell(page, 1, 'qty').locator('input').inputValue(), '6')
    await press('Control+Delete')
    await becomes(() => rows(page).count(), 1)
    await press('Control+z')
    await becomes(() => rows(page).count(), 2)
    await press('Control+s')
    await page
      .locator('.record-head')
      .getByText(/^AS\d+$/)
      .waitFor()
    equal((await cell(page, 1, 'qty').innerText()).trim(), '6')
  })
}

export async function pasteFromSheet(person) {
  const { page } = person
  await person.act(
    'forty lines come from a spreadsheet, and the wrong ones are found',
    async () => {
      await begin(person)
      const lines = Array.from({ length: 40 }, (_, i) => {
        const code = [5, 20, 38].includes(i) ? `NONE-${i}` : `AC-100${(i % 3) + 1}`
        return `${code}\t${i + 1}`
      })
      await paste(page, lines.join('\r\n'))
      await status(page).getByText('3 of 40 rows have errors').waitFor()
      equal(await rows(page).count(), 40)
      equal((await cell(page, 39, 'qty').innerText()).trim(), '40')
      await person.button('Next error').click()
      await cell(page, 5, 'product_id').locator('input').waitFor()
      await status(page).getByText('“NONE-5” is not understood').waitFor()
      await page.keyboard.type('AC-1003')
      await page.keyboard.press('Tab')
      await status(page).getByText('2 of 40 rows have errors').waitFor()
      await person.picture('paste')
      await person.button('Undo').click()
    },
  )
}

export async function scanLines(person) {
  const { page } = person
  await person.act(
    'a scan adds a line, the next one adds a piece, an unknown code is told',
    async () => {
      await begin(person)
      await page.keyboard.press('Control+Delete')
      await page.getByLabel('Scan to add').filter({ visible: true }).focus()
      for (const code of ['AC-1001', 'AC-1001', 'AC-1002', 'NOTHING', 'AC-1001']) {
        await page.keyboard.type(code)
        await page.keyboard.press('Enter')
        if (code === 'NOTHING') await page.getByText('No single match for NOTHING').waitFor()
      }
      await becomes(() => cell(page, 0, 'qty').innerText(), '3')
      equal(await rows(page).count(), 2)
    },
  )
}

/** Pastes so many lines from the first one on, and waits until they stand there. */
export async function pasteLines(page, many) {
  await paste(
    page,
    Array.from({ length: many }, (_, i) => `AC-100${(i % 3) + 1}\t${i + 1}`).join('\n'),
  )
  await becomes(
    () => page.locator('.lines-head h2 .figure').filter({ visible: true }).innerText(),
    String(many),
  )
}

/** Keys come ten a second; no task of the page may take as long as a frame that people notice. */
export async function typeIntoMany(person) {
  const { page } = person
  await person.act('500 lines are typed into without lag', async () => {
    await begin(person)
    await pasteLines(page, 500)
    await cell(page, 0, 'qty').click()
    await page.evaluate(() => {
      window.slow = []
      new PerformanceObserver((list) => {
        window.slow.push(...list.getEntries().map(({ duration }) => duration))
      }).observe({ entryTypes: ['longtask'] })
    })
    for (let i = 0; i < 10; i++) {
      await page.keyboard.type('123', { delay: 100 })
      await page.keyboard.press('Enter')
    }
    const slow = await page.evaluate(() => window.slow)
    console.log(
      `     long tasks while typing 30 keys: ${slow.length}, the longest ${Math.max(0, ...slow)} ms`,
    )
    equal((await rows(page).count()) < 120, true)
  })
}
