// Files beside a record: chosen, dropped, pasted, deleted; in the portals of owners, and on a phone.
import { Person } from '../stage.mjs'
import { handheld } from '../phone.mjs'
import { becomes } from '../shell/expect.mjs'

/** A picture of one dot. */
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const paper = {
  name: 'delivery note.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.7 note'),
}

const panel = ({ page }) => page.locator('.attachments').filter({ visible: true })
const items = (person) => panel(person).locator('li')

export async function keepFiles(person) {
  const { page } = person
  await person.act('a file is chosen and stands beside the document', async () => {
    await person.open('/sys/product/product')
    await person.openRecord('AC-1002')
    await page.waitForURL((url) => /\/product\/\d+$/.test(url.pathname))
    await person.besides()
    await panel(person).locator('input[type=file]').first().setInputFiles(paper)
    await items(person).filter({ hasText: 'delivery note.pdf' }).waitFor()
    await page.getByRole('button', { name: /Files 1$/ }).waitFor()
  })
  await person.act('a picture is dropped, another one pasted, and both are shown', async () => {
    await give(panel(person), 'drop', 'front.png')
    await becomes(() => items(person).count(), 2)
    await give(page.locator('body'), 'paste', 'back.png')
    await becomes(() => items(person).count(), 3)
    await becomes(
      () =>
        panel(person)
          .locator('img.thumbnail')
          .first()
          .evaluate((image) => image.naturalWidth),
      1,
    )
    await page.getByRole('button', { name: /Files 3$/ }).waitFor()
    await person.picture('files')
  })
  await person.act('what a browser would run is turned away', async () => {
    const page = {
      name: 'page.html',
      mimeType: 'text/html',
      buffer: Buffer.from('<script>alert(1)</script>'),
    }
    await panel(person).locator('input[type=file]').first().setInputFiles(page)
    await person.page.getByText('text/html').filter({ visible: true }).first().waitFor()
    await becomes(() => items(person).count(), 3)
    person.complaints.length = 0 // the browser tells of the refusal, too
  })
  await person.act('a file is deleted, and the history tells', async () => {
    await page.getByRole('button', { name: 'Delete front.png' }).click()
    await page.locator('.ant-popconfirm').getByRole('button', { name: 'Delete' }).click()
    await becomes(() => items(person).count(), 2)
    await page.locator('.history li', { hasText: 'deleted a file front.png' }).first().waitFor()
    await page.keyboard.press('Escape')
  })
  return new URL(page.url()).pathname
}

/** Drops or pastes a picture as a browser does. */
function give(place, how, name) {
  return place.evaluate(
    (element, { how, name, bytes }) => {
      const data = new DataTransfer()
      data.items.add(
        new File([Uint8Array.from(atob(bytes), (char) => char.charCodeAt(0))], name, {
          type: 'image/png',
        }),
      )
      const more = how === 'paste' ? { clipboardData: data } : { dataTransfer: data }
      const Kind = how === 'paste' ? ClipboardEvent : DragEvent
      element.dispatchEvent(new Kind(how, { ...more, bubbles: true, cancelable: true }))
    },
    { how, name, bytes: dot.toString('base64') },
  )
}

/** Who the goods belong to sees the files in his portal; another owner gets none of it. */
export async function seeInPortals(browser, base, count, path) {
  const id = path.split('/').at(-1)
  for (const { account, seen } of [
    { account: 'acme', seen: 2 },
    { account: 'globex', seen: 0 },
  ]) {
    const owner = await Person.arrive(browser, base, count, { name: account })
    await owner.act(`the portal shows ${seen} files`, async () => {
      await owner.signIn(account, '/user/login')
      await owner.open(`/user/service/product/info/${id}`)
      if (seen === 0) await owner.page.locator('.ant-result').first().waitFor()
      else await owner.besides()
      await becomes(() => items(owner).count(), seen)
      owner.complaints.length = 0 // the browser tells of the refusal, too
      await owner.picture(`files-${account}`)
    })
    await owner.leave()
  }
}

/** The same document on a phone, whose camera is offered. */
export async function onAPhone(browser, base, count, path) {
  const phone = await Person.arrive(browser, base, count, {
    name: 'phone',
    language: 'zh',
    ...handheld,
  })
  await phone.act('a phone offers its camera', async () => {
    await phone.signIn('admin')
    await phone.open(path)
    await phone.besides()
    await becomes(() => items(phone).count(), 2)
    await panel(phone)
      .locator('input[capture=environment]')
      .setInputFiles({ name: 'IMG_1.png', mimeType: 'image/png', buffer: dot })
    await becomes(() => items(phone).count(), 3)
    await panel(phone).scrollIntoViewIfNeeded()
    await phone.picture('files-phone')
  })
  await phone.leave()
}
