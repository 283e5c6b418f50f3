import { describe, expect, it } from 'vitest'
import { movedBy, resizedBy } from './geometry'

const window = { width: 1200, height: 800 }
const box = { left: 300, top: 80, width: 600, height: 400 }

describe('movedBy', () => {
  it.each([
    ['follows the pointer', 50, -30, 50, -30],
    ['stays below the upper edge', 0, -500, 0, -80],
    ['keeps its head above the lower edge', 0, 5000, 0, 672],
    ['keeps its head within the right edge', 5000, 0, 852, 0],
    ['keeps its head within the left edge', -5000, 0, -852, 0],
  ])('%s', (_name, x, y, movedX, movedY) => {
    expect(movedBy(box, x, y, window)).toEqual({ x: movedX, y: movedY })
  })
})

describe('resizedBy', () => {
  it.each([
    ['follows the pointer', 40, 60, 640, 460],
    ['is never below 400 x 300', -5000, -5000, 400, 300],
    ['ends at the edges of the window', 5000, 5000, 900, 720],
  ])('%s', (_name, x, y, width, height) => {
    expect(resizedBy(box, x, y, window)).toEqual({ width, height })
  })

  it('is as wide as a window that is narrower than the least', () => {
    const phone = { width: 390, height: 700 }
    const there = { left: 8, top: 20, width: 374, height: 300 }
    expect(resizedBy(there, -100, 0, phone).width).toBe(390)
  })
})
