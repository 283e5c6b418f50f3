// Fields and files in a real browser: several references in one field, texts that count in
// bytes, and files beside a record; ends with `N passed, N failed`.
import { Count, Person, launch, startServer } from './stage.mjs'
import { keepFiles, onAPhone, seeInPortals } from './fields/files.mjs'
import { countBytes } from './fields/figures.mjs'
import { chooseSeveral } from './fields/references.mjs'

const count = new Count()
const server = await startServer()
const browser = await launch()
try {
  const clerk = await Person.arrive(browser, server.base, count, { name: 'clerk' })
  await clerk.act('signs in', () => clerk.signIn('admin'))
  await chooseSeveral(clerk)
  await countBytes(clerk)
  const path = await keepFiles(clerk)
  await clerk.leave()
  await seeInPortals(browser, server.base, count, path)
  await onAPhone(browser, server.base, count, path)
} finally {
  await browser.close()
  server.stop()
}
count.report()
