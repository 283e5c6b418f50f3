// The map of a large warehouse: dragged and zoomed while it shows all of its positions. The server's
// answers are widened on their way, so that no database has to be filled.
import { pause } from '../stage.mjs'
import { watched } from './trace.mjs'

const bays = 50
const levels = 4
const page = 500 // positions of an answer
const moves = 120

/** What dragging and zooming the map of so many positions costs, by how many there are. */
export async function measureMap(person) {
  const figures = {}
  for (const many of [5_000, 20_000]) figures[many] = await measure(person, many)
  return figures
}

async function measure(person, many) {
  const hands = person.page
  await hands.route('**/api/data/position/query', (route) => positions(route, many))
  await hands.route('**/api/data/quant/aggregate', goods)
  await hands.reload()
  const began = Date.now()
  await person.open('/storage/base/visualizer')
  const map = hands.getByRole('img', { name: new RegExp(String(many)) })
  await map.waitFor()
  await person.rest()
  const shown = Date.now() - began
  const box = await map.boundingBox()
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await hands.mouse.move(x, y)
  for (let i = 0; i < 12; i++) await hands.mouse.wheel(0, 100) // all of it in view: the most to draw
  const dragged = await watched(hands, () => drag(hands, x, y))
  const zoomed = await watched(hands, async () => {
    for (let i = 0; i < 30; i++) await hands.mouse.wheel(0, i % 10 < 5 ? -100 : 100)
    await pause(300)
  })
  await hands.unroute('**/api/data/position/query')
  await hands.unroute('**/api/data/quant/aggregate')
  return { shown, dragged: { ...dragged, perMove: each(dragged.busy) }, zoomed }
}

function each(busy) {
  return Math.round((busy / moves) * 10) / 10
}

async function drag(hands, x, y) {
  await hands.mouse.down()
  for (let i = 0; i < moves; i++) await hands.mouse.move(x + (i % 60) * 3, y + (i % 40) * 2)
  await hands.mouse.up()
  await pause(300)
}

async function positions(route, many) {
  const { filter } = route.request().postDataJSON()
  const last = filter.and.find(({ field }) => field === 'id').value
  const size = Math.min(page, many - last)
  const rows = Array.from({ length: size }, (_, i) => position(last + i + 1))
  await route.fulfill({ json: answer({ rows, total: many }) })
}

function position(id) {
  const at = id - 1
  const [aisle, bay, level] = [
    Math.floor(at / bays / levels) + 1,
    (Math.floor(at / levels) % bays) + 1,
    (at % levels) + 1,
  ].map(String)
  return {
    id,
    code: `L-${aisle}-${bay}-${level}`,
    storage_area_id__label: 'L Large',
    aisle,
    bay,
    level,
    status: 'normal',
    max_volume: 100,
  }
}

/** Two of three positions hold goods. */
async function goods(route) {
  const { filter } = route.request().postDataJSON()
  const [from, to] = filter.and.filter(({ field }) => field === 'position_id')
  const ids = Array.from({ length: to.value - from.value + 1 }, (_, i) => from.value + i)
  const rows = ids
    .filter((id) => id % 3 > 0)
    .map((id) => ({
      position_id: id,
      consignor_id__label: `Owner ${id % 9}`,
      pieces: id % 100,
      since: '2026-01-01',
      held: 0,
      'product_id.length': 10,
      'product_id.width': 10,
      'product_id.height': 10,
    }))
  await route.fulfill({ json: answer({ rows, total: rows.length }) })
}

function answer(data) {
  return { result: true, msg: '', data, statusCode: 200 }
}
