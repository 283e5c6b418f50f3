import { expect, it } from 'vitest'
import type { JsonObject } from '../../../runtime-ui/src/render'
import { emptyPrint } from './beginning'
import {
  below,
  duplicated,
  elementOf,
  fieldElement,
  pictureElement,
  stacked,
  withBand,
  withElement,
  without,
} from './edits'
import { placedOf, withBoxes } from './model'

const title = { zh: '签', en: 'Tag', es: 'Marbete' }
const size = { width: 60, height: 40 }
const empty = emptyPrint('x_tag', title, 'thing', size)
const place = { band: 'body', page: 1, x: 0, y: 10_000, width: 60_000, height: 40_000, grown: 0 }

function withTwo(): JsonObject {
  const one = withElement(empty, 'body', elementOf('text', 2, 2)).object
  return withElement(one, 'body', elementOf('text', 4, 20)).object
}

it('gives an element a key that no other has', () => {
  expect(placedOf(withTwo(), [place]).map(({ name }) => name)).toEqual([
    'bands/body/elements/text',
    'bands/body/elements/text_2',
  ])
})

it('places elements on the page and keeps them in their band', () => {
  const placed = placedOf(withTwo(), [place])
  expect(placed[0]?.box).toEqual({ x: 2, y: 12, width: 25, height: 5 })
  const moved = withBoxes(
    withTwo(),
    placed,
    new Map([['bands/body/elements/text', { x: -3, y: 15.254, width: 30, height: 5 }]]),
  )
  expect(placedOf(moved, [place])[0]?.box).toEqual({ x: 0, y: 15.25, width: 30, height: 5 })
})

it('leaves a template that nothing changed as it is', () => {
  const two = withTwo()
  const placed = placedOf(two, [place])
  expect(withBoxes(two, placed, new Map(placed.map(({ name, box }) => [name, box])))).toBe(two)
})

it('keeps the list of a band that lost its last element', () => {
  const none = without(
    withTwo(),
    new Set(['bands/body/elements/text', 'bands/body/elements/text_2']),
  )
  expect(none['bands']).toEqual(empty['bands'])
})

it('copies elements beside themselves', () => {
  const made = duplicated(withTwo(), [['bands', 0, 'elements', 1]])
  expect(made.names).toEqual(['bands/body/elements/text_3'])
  expect(placedOf(made.object, [place])[2]?.box).toMatchObject({ x: 6, y: 32 })
})

it('draws chosen elements over the others of their band, or under', () => {
  const two = withTwo()
  const order = (object: JsonObject) => placedOf(object, [place]).map(({ name }) => name.slice(20))
  expect(order(two)).toEqual(['text', 'text_2'])
  expect(order(stacked(two, new Set(['bands/body/elements/text']), true))).toEqual([
    'text_2',
    'text',
  ])
  expect(order(stacked(two, new Set(['bands/body/elements/text_2']), false))).toEqual([
    'text_2',
    'text',
  ])
  expect(order(stacked(two, new Set(), true))).toEqual(['text', 'text_2'])
})

it('names the lines that a table of them goes over', () => {
  const made = withBand(empty, 'table', 'items')
  expect(made['lines']).toBe('items')
  expect(made['bands']).toMatchObject([{ kind: 'body' }, { kind: 'table_head' }, { kind: 'line' }])
})

it('makes a square code square', () => {
  expect(fieldElement('a.b', 'qr', 1, 1)).toMatchObject({ key: 'a_b_code', width: 16, height: 16 })
})

it('puts an element below the others while there is room', () => {
  expect(below(withTwo(), 'body', elementOf('text', 2, 2))['y']).toBe(26)
  expect(below(withTwo(), 'body', fieldElement('a', 'qr', 2, 2))['y']).toBe(2)
})

it('puts a picture on paper in its own proportions, within its room', () => {
  const room = { width: 40, height: 20 }
  const lying = { base64: 'QQ==', width: 800, height: 200 }
  expect(pictureElement(lying, room, 2, 2)).toMatchObject({ width: 40, height: 10, image: 'QQ==' })
  expect(pictureElement({ ...lying, height: 800 }, room, 2, 2)).toMatchObject({
    width: 20,
    height: 20,
  })
  expect(pictureElement({ ...lying, width: 80, height: 40 }, room, 2, 2)).toMatchObject({
    width: 10,
    height: 5,
  })
})

it('shows the picture that a field holds', () => {
  expect(fieldElement('photo', 'image', 1, 1)).toMatchObject({ type: 'image', field: 'photo' })
})
