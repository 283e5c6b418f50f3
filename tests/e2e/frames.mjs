// What long lists, long documents and large forms cost the page that shows them: scrolling,
// filtering and editing 10,000 rows, ten keys a second into 500 lines and among 120 fields, a drag
// across a form of 120 fields in its designer, a map of 5,000 and 20,000 positions; and what thirty open screens weigh. Prints one JSON line; times are ms
// of processor time of the page's main thread, the heap is in MB.
import { Count, Person, launchWhole, moving, startServer } from './stage.mjs'
import { measureCanvas } from './perf/canvas.mjs'
import { measureForm } from './perf/form.mjs'
import { measureLines } from './perf/lines.mjs'
import { measureMap } from './perf/map.mjs'
import { manyProducts, measureList } from './perf/list.mjs'
import { measureTabs } from './perf/tabs.mjs'

const server = await startServer()
const browser = await launchWhole()
try {
  await server.take('product_import', manyProducts())
  const person = await Person.arrive(browser, server.base, new Count(), {
    name: 'frames',
    ...moving,
  })
  await person.signIn('admin')
  const list = await measureList(person)
  const lines = await measureLines(person)
  const form = await measureForm(person)
  const canvas = await measureCanvas(person)
  const map = await measureMap(person)
  const tabs = await measureTabs(person, 30)
  console.log(JSON.stringify({ list, lines, form, canvas, map, tabs }))
} finally {
  await browser.close()
  server.stop()
}
