import { describe, expect, it } from 'vitest'
import { kindsOf } from './colour'
import { layOut } from './layout'
import { fill, fullness, placeOf } from './place'

const place = (id: number, aisle: string, bay: string, level: string, more = {}) =>
  placeOf({
    id,
    code: `${aisle}-${bay}-${level}`,
    storage_area_id__label: 'A',
    aisle,
    bay,
    level,
    ...more,
  })

describe('the layout', () => {
  it('puts levels from the floor up and bays by their number', () => {
    const { cells } = layOut(
      [place(1, '1', '10', '1'), place(2, '1', '9', '1'), place(3, '1', '9', '2')],
      400,
    )
    const at = (id: number) => cells.find((cell) => cell.place.id === id)
    expect(at(2)?.x).toBeLessThan(at(1)?.x ?? 0)
    expect(at(3)?.y).toBeLessThan(at(2)?.y ?? 0)
    expect(at(3)?.x).toBe(at(2)?.x)
  })

  it('puts aisles beside each other as far as the width goes', () => {
    const aisles = ['1', '2', '3'].map((aisle, at) => place(at, aisle, '1', '1'))
    const heights = (across: number) => new Set(layOut(aisles, across).cells.map(({ y }) => y)).size
    expect(heights(60)).toBe(3)
    expect(heights(400)).toBe(1)
  })

  it('draws no position over another', () => {
    const same = [1, 2, 3, 4].map((id) => place(id, '1', '1', '1'))
    const many = Array.from({ length: 90 }, (_, at) => place(100 + at, '', '', ''))
    const { cells } = layOut([...same, ...many], 400)
    expect(new Set(cells.map(({ x, y }) => `${x}/${y}`)).size).toBe(94)
  })
})

describe('the colours', () => {
  const goods = {
    id: 0,
    consignor_id__label: 'ACME',
    pieces: 10,
    'product_id.length': 10,
    'product_id.width': 10,
    'product_id.height': 10,
    'product_id.weight': 1,
  }

  it('go by what is nearest to its limit', () => {
    const full = place(1, '1', '1', '1', { max_volume: 100, max_weight: 8 })
    fill(full, goods)
    expect(fullness(full)).toBe(1.25)
    expect(kindsOf('fill', [full], new Date())(full).key).toBe('fill_over')
    const open = place(2, '1', '1', '1')
    fill(open, goods)
    expect(kindsOf('fill', [open], new Date())(open).key).toBe('fill_unknown')
  })

  it('give each owner one, and what several share another', () => {
    const [a, b] = [place(1, '1', '1', '1'), place(2, '1', '2', '1')]
    fill(a, goods)
    fill(b, goods)
    fill(b, { ...goods, consignor_id__label: 'GLOBEX' })
    const kindOf = kindsOf('owner', [a, b], new Date())
    expect(kindOf(a).words).toBe('ACME')
    expect(kindOf(b).key).toBe('owner_several')
  })
})
