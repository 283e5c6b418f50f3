// An ID card and its pictures: a link is sent, a stranger without scripts gives the pictures,
// a service reads them, a person takes over what is right and verifies it; the pictures are
// sealed, seen for a reason, and every look is told. Ends with `N passed, N failed`.
import { Count, Person, launch, startServer } from './stage.mjs'
import { axeFaults } from './sweep/axe.mjs'

const holder = '李样例'
const said = {
  front: { name: holder, id_no: '11010519491231002X', address: '上海市浦东新区世纪大道100号' },
  back: { valid_from: '2018.03.15', valid_to: '2038.03.15' },
}

const count = new Count()
const server = await startServer()
const browser = await launch()
try {
  const desk = await Person.arrive(browser, server.base, count, { name: 'cards' })
  await desk.act('pictures are read by a machine', () => chooseReader(desk))
  await desk.act('a link is made for the holder of a card', () => invite(desk))
  for (const language of ['zh', 'en', 'es']) await upload(desk, language)
  await desk.act('what was read is proposed, not written', () => proposed(desk))
  await desk.act('what is chosen is taken over', () => takeOver(desk))
  await desk.act('a picture is seen for a reason', () => lookAt(desk))
  await desk.act('the look stands in the history', () => told(desk))
  await desk.act('and in the log of changes', () => logged(desk))
  await desk.act('a verified card has no link', () => verify(desk))
  for (const [language, width] of [
    ['zh', 1440],
    ['es', 390],
  ])
    await ask(desk.page.url(), language, width)
  await desk.act('every invariant holds', server.verify)
  await desk.leave()
} finally {
  await browser.close()
  server.stop()
}
count.report()

async function chooseReader(desk) {
  await desk.signIn('admin')
  await desk.open('/sys/basic/setting')
  const part = desk.page.locator('form').filter({ hasText: 'Who reads ID cards' })
  await part.getByLabel(/^Who reads ID cards/).click()
  await desk.page.getByText('Simulated (for trials').last().click()
  await part.getByRole('button').last().click()
  await desk.rest()
}

async function invite(desk) {
  await desk.open(`/tms/tms-basic/id-card?q=${holder}`)
  await desk.openRecord(holder)
  await desk.take('Ask for pictures')
  await desk.rest()
  await linkOf(desk)
}

/** The link as it is copied and sent. */
async function linkOf(desk) {
  const link = await desk.page
    .getByText(/\/upload-card-id\//)
    .first()
    .innerText()
  if (!link.startsWith(server.base)) throw new Error(`${link} leads nowhere from elsewhere`)
  return link.trim()
}

/** Somebody on a telephone that runs no scripts gives both pictures. */
async function upload(desk, language) {
  const stranger = await Person.arrive(browser, server.base, count, {
    name: `holder in ${language}`,
    language,
    viewport: { width: 390, height: 844 },
    javaScriptEnabled: false,
  })
  await stranger.act('gives pictures of the card', async () => {
    const { page } = stranger
    await page.goto(await linkOf(desk))
    await stranger.picture(`card-upload-${language}`)
    const words = await page.locator('main').innerText()
    if (words.includes(holder) || !words.includes('李**'))
      throw new Error(`the page tells ${words}`)
    const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 320, height: 200 } })
    for (const side of ['front', 'back']) {
      const buffer = drawn(side, picture)
      await page.setInputFiles(`#f-${side}`, { name: 'card.png', mimeType: 'image/png', buffer })
    }
    await page.locator('main button').click()
    await page.getByRole('status').waitFor()
  })
  await stranger.leave()
}

async function proposed(desk) {
  const read = desk.page.getByText('To be looked at')
  for (let i = 0; i < 20 && (await read.count()) === 0; i++) {
    await desk.page.reload()
    await desk.rest()
  }
  await desk.sees('11010519491231002X')
  await desk.sees('310101198505054321')
  await desk.sees(/Differs from the card/)
  const faults = await axeFaults(desk.page)
  if (faults.length > 0) throw new Error(faults.join(' | '))
  await desk.picture('card-proposed')
}

async function takeOver(desk) {
  await desk.choice('Take over')
  const dialog = await desk.dialog()
  const number = dialog.getByRole('switch', { name: 'ID number' })
  if (await number.isChecked()) throw new Error('a number that differs is chosen beforehand')
  await number.click()
  await dialog.getByRole('button').last().click()
  await desk.sees('Taken over')
  await desk.sees('2038-03-15')
}

async function lookAt(desk) {
  await desk.button('Look at: Front').click()
  const dialog = await desk.dialog()
  const look = dialog.getByRole('button').last()
  if (await look.isEnabled()) throw new Error('it opens without a reason')
  await dialog.locator('textarea').fill('Customs asked for case 7')
  await look.click()
  const picture = desk.page.locator('.ant-image-preview-img, .ant-image-preview img').first()
  await picture.waitFor()
  await desk.page.waitForFunction((img) => img.naturalWidth === 320, await picture.elementHandle())
  await desk.page.keyboard.press('Escape')
  await picture.waitFor({ state: 'hidden' })
}

async function told(desk) {
  await desk.button('History.*').click()
  const drawer = desk.page.locator('.record-drawer')
  await drawer.getByText('Customs asked for case 7').waitFor()
  await drawer.getByText('System (idcards.read)').first().waitFor()
  const words = await drawer.innerText()
  if (/[0-9a-f]{32}/.test(words)) throw new Error(`the history tells keys of files: ${words}`)
  await desk.picture('card-history')
  await desk.page.keyboard.press('Escape')
}

async function logged(desk) {
  const at = desk.page.url()
  await desk.open('/sys/dev/log')
  await desk.page.getByText('Customs asked for case 7').first().waitFor()
  await desk.page.goto(at)
}

async function verify(desk) {
  await desk.take('Verify')
  await desk.sees('Verified by')
  await desk.rest()
  if ((await desk.page.getByText(/\/upload-card-id\//).count()) > 0)
    throw new Error('the link stays')
}

/** The question why, in another language and on a telephone. */
async function ask(url, language, width) {
  const person = await Person.arrive(browser, server.base, count, {
    name: `${language} ${width}`,
    language,
    viewport: { width, height: 900 },
  })
  await person.act('is asked why', async () => {
    await person.signIn('admin')
    await person.page.goto(url)
    await person.page.locator('button:has(.anticon-lock)').first().click()
    await person.dialog()
    await person.picture(`card-why-${language}-${width}`)
    if (await person.page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth))
      throw new Error('the page is wider than the window')
  })
  await person.leave()
}

/** A picture that the simulated service reads so. */
function drawn(side, picture) {
  const fields = Object.fromEntries(
    Object.entries(said[side]).map(([key, value]) => [key, { value, confidence: 0.97 }]),
  )
  const answer = JSON.stringify({ result: true, data: { side, fields } })
  return Buffer.concat([picture, Buffer.from(`wareloom-card:${answer}`)])
}
