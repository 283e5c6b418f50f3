import { expect, it } from 'vitest'
import { aligned, around, distributed, overlaps, resized, snapped } from './geometry'

const box = (x: number, y: number, width: number, height: number) => ({ x, y, width, height })

it('snaps an edge to the nearest edge of another box, and says where', () => {
  const moved = snapped(box(10.4, 3.2, 20, 5), [box(30, 20, 10, 10)], 1, 0.6)
  expect(moved.dx).toBeCloseTo(-0.4)
  expect(moved.guides).toEqual([{ axis: 'x', at: 30 }])
})

it('snaps to the grid where no box is near, and to nothing without one', () => {
  expect(snapped(box(10.4, 3.2, 20, 5), [], 1, 0.6).dx).toBeCloseTo(-0.4)
  expect(snapped(box(10.4, 3.2, 20, 5), [], 0, 0.6)).toEqual({ dx: 0, dy: 0, guides: [] })
})

it('aligns a box at each side of a frame', () => {
  const frame = box(0, 0, 60, 40)
  expect(aligned(box(5, 5, 20, 10), 'right', frame).x).toBe(40)
  expect(aligned(box(5, 5, 20, 10), 'middle', frame).y).toBe(15)
})

it('leaves the same room between boxes, whatever their order', () => {
  const made = distributed([box(0, 0, 10, 5), box(50, 0, 10, 5), box(13, 0, 10, 5)], 'x')
  expect(made.map(({ x }) => x)).toEqual([0, 50, 25])
})

it('moves the edge of a handle, and no box becomes nothing', () => {
  expect(resized(box(10, 10, 20, 10), { x: -1, y: 0 }, 5, 0)).toEqual(box(15, 10, 15, 10))
  expect(resized(box(10, 10, 20, 10), { x: 1, y: 1 }, -50, -50)).toEqual(box(10, 10, 0.2, 0.2))
})

it('knows what lies around and over', () => {
  expect(around([box(1, 2, 3, 4), box(10, 0, 1, 1)])).toEqual(box(1, 0, 10, 6))
  expect(overlaps(box(0, 0, 5, 5), box(5, 0, 5, 5))).toBe(false)
})
