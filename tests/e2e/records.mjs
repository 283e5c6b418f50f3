// Record pages in a real browser: typing, pasting and scanning lines, what is refused and
// why, and two people at one document; ends with `N passed, N failed`.
import { Count, Person, launch, startServer } from './stage.mjs'
import { enterByKeyboard, pasteFromSheet, scanLines, typeIntoMany } from './record/lines.mjs'
import { attachPicture, goThroughTheList, keepWhatIsTyped, sayWhyNot } from './record/head.mjs'
import { seeTheFrame } from './record/frame.mjs'
import { meetAtOneDocument } from './record/conflict.mjs'
import { sayWhyShort } from './record/short.mjs'

const count = new Count()
const server = await startServer()
const browser = await launch()
try {
  const clerk = await Person.arrive(browser, server.base, count, { name: 'clerk' })
  await clerk.act('signs in', () => clerk.signIn('admin'))
  await enterByKeyboard(clerk)
  await pasteFromSheet(clerk)
  await scanLines(clerk)
  await sayWhyNot(clerk)
  await keepWhatIsTyped(clerk)
  await attachPicture(clerk)
  await goThroughTheList(clerk)
  await seeTheFrame(clerk)
  await typeIntoMany(clerk)
  await meetAtOneDocument(browser, clerk, count)
  await sayWhyShort(clerk)
  await clerk.leave()
} finally {
  await browser.close()
  server.stop()
}
count.report()
