// What long lists, long documents and large forms cost the page that shows them: scrolling,
// filtering and editing 10,000 rows, ten keys a second into 500 lines and among 120 fields. Prints
// one JSON line; times are ms of processor time of the page's main thread.
import { Count, Person, launch, startServer } from './stage.mjs'
import { measureForm } from './perf/form.mjs'
import { measureLines } from './perf/lines.mjs'
import { manyProducts, measureList } from './perf/list.mjs'

const server = await startServer()
const browser = await launch()
try {
  await server.take('product_import', manyProducts())
  const person = await Person.arrive(browser, server.base, new Count(), { name: 'frames' })
  await person.signIn('admin')
  const list = await measureList(person)
  const lines = await measureLines(person)
  const form = await measureForm(person)
  console.log(JSON.stringify({ list, lines, form }))
} finally {
  await browser.close()
  server.stop()
}
