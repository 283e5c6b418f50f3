// A page that was left for more than ten others is put away, and comes back as it was left.
import { becomes, equal } from '../shell/expect.mjs'
import { go } from '../perf/tabs.mjs'
import { products } from './grid.mjs'

const list = `${products}?q=BULK-00&sort=sku`
const form = `${products}/new`
const place = 430 // px
const others = [
  ...['detail', 'product', 'position', 'history'].map((one) => `/storage/base/${one}`),
  ...['warehouse', 'area', 'position'].map((one) => `/storage/setting/${one}`),
  '/storage/replenishment/order',
  '/outbound/sale/order',
  '/outbound/operation/wave',
  '/inbound/purchase/order',
]

export async function comeBack(person) {
  const { page } = person
  const shown = (part) => page.locator('main').locator(part).filter({ visible: true })
  const rows = shown('.list-rows')
  const name = page.getByLabel(/^Name( \*)?$/).filter({ visible: true })

  await person.act('a list is selected from and scrolled, a form is half filled', async () => {
    await person.open(list)
    await rows.locator('tbody').getByRole('checkbox').first().click()
    await page.getByText('1 selected').waitFor()
    await rows.evaluate(scrolled, place)
    await go(person, form)
    await name.first().fill('half a product')
  })
  await person.act('both are put away once more than ten others were opened', async () => {
    for (const path of others) await go(person, path)
    await becomes(() => page.locator('main article.record').count(), 0)
    await becomes(() => page.locator('main .list-rows').count(), 10)
  })
  await person.act('the form is as it was, and the browser asks before it is left', async () => {
    await go(person, form)
    equal(await name.first().inputValue(), 'half a product')
    await go(person, others[0])
    equal(await page.evaluate(asked), true)
  })
  await person.act('the list is where it was, with its selection', async () => {
    await go(person, list)
    await page.getByText('1 selected').waitFor()
    await becomes(() => rows.evaluate((element) => element.scrollTop), place)
  })
}

/** Runs in the page: scrolls, and is done when the page was told so, with its next frame. */
function scrolled(element, top) {
  return new Promise((told) => {
    element.addEventListener('scroll', told, { once: true })
    element.scrollTo(0, top)
  })
}

/** Runs in the page: whether it would ask before it is left. */
function asked() {
  const leaving = new globalThis.Event('beforeunload', { cancelable: true })
  dispatchEvent(leaving)
  return leaving.defaultPrevented
}
