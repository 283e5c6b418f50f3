import { expect, test } from 'vitest'
import { ringOf } from './ring'
import type { Drawing } from './series'

const owners: Drawing = {
  categories: ['GLOBEX Globex Imports', 'ACME Acme Trading', 'Others'],
  series: [{ name: 'On hand', values: [394, 342, null] }],
}

const text = { fontSize: 12 }

test('a part is listed by its share and its whole name; the tooltip repeats it', () => {
  const { legend } = ringOf(owners, text, 324)
  expect(owners.categories.map(legend.formatter)).toEqual([
    '54% GLOBEX Globex Imports',
    '46% ACME Acme Trading',
    '0% Others',
  ])
  expect(legend.tooltip.show).toBe(true)
})

test('a small part has a share, too', () => {
  const small = { ...owners, series: [{ name: 'On hand', values: [997, 0, 3] }] }
  expect(ringOf(small, text, 324).legend.formatter('Others')).toBe('0.3% Others')
})

test('of nothing every share is nothing', () => {
  const none = { ...owners, series: [{ name: 'On hand', values: [0, null, 0] }] }
  expect(ringOf(none, text, 324).legend.formatter('Others')).toBe('0% Others')
})

test.each([254, 324, 545, 1400])('on %i px ring and names stand side by side', (width) => {
  const { legend, series } = ringOf(owners, text, width)
  const [ring] = series
  const middle = ring?.center[0] as number
  const radius = ring?.radius[1] ?? 0
  const end = legend.left + legend.itemWidth + 5 + legend.textStyle.width
  expect(middle - radius).toBeGreaterThanOrEqual(0)
  expect(legend.left).toBeGreaterThan(middle + radius)
  expect(end).toBeLessThanOrEqual(width)
  expect(legend.textStyle.overflow).toBe('truncate')
  expect(legend.textStyle.width).toBeGreaterThan(width < 300 ? 100 : 150)
})
