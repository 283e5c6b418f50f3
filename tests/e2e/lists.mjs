// Lists in a real browser: address, views, pasted codes, columns, selection, copies, editing,
// pages put away; ends with `N passed, N failed`.
import { Count, Person, launch, startServer } from './stage.mjs'
import { comeBack } from './lists/away.mjs'
import { arrangeColumns, saveViews } from './lists/columns.mjs'
import { askByAddress, pasteCodes } from './lists/filters.mjs'
import { editCells, markAndCopy, scrollLongPages, selectRows } from './lists/rows.mjs'

const many = 1000
const codes = Array.from({ length: many }, (_, i) => `BULK-${String(i).padStart(4, '0')}`)
const lines = codes.map((code, i) => `ACME,${code},Bulk ${i},${(i % 10) + 0.25}`)

const count = new Count()
const server = await startServer()
const browser = await launch()
try {
  await server.take('product_import', ['consignor_id.code,sku,name,price', ...lines])
  const desk = await Person.arrive(browser, server.base, count, {
    name: 'lists',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await desk.signIn('admin')
  await askByAddress(desk)
  await pasteCodes(desk, codes)
  await arrangeColumns(desk)
  await selectRows(desk)
  await comeBack(desk)
  await markAndCopy(desk)
  await editCells(desk)
  await scrollLongPages(desk)
  await saveViews(desk, browser, server.base, count)
  await desk.leave()
} finally {
  await browser.close()
  server.stop()
}
count.report()
