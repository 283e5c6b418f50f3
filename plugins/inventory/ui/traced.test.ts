import { expect, it } from 'vitest'
import { documentsOf, heapsOf, wayOf } from './traced'

const group = (code: string, qty: number, doc: [string, number] | [] = []) => ({
  id: 0,
  code,
  qty,
  at: '2026-01-01T00:00:00Z',
  doc_type: doc[0] ?? null,
  doc_id: doc[1] ?? null,
})

it('tells what came, went and changed; what was taken back is gone', () => {
  const way = wayOf('lot', [
    group('RCV', 10, ['receipt', 1]),
    group('PUT', 10, ['shelve_order', 2]),
    group('SHP', 4, ['sale_order', 3]),
    group('SHP', 0, ['sale_order', 4]),
    group('CNT', -1, ['count_result', 5]),
  ])
  const ids = (steps: { id: number | undefined }[]) => steps.map(({ id }) => id)
  expect([ids(way.came), ids(way.went), ids(way.changed)]).toEqual([[1], [3], [5]])
})

it('tells of a container what was put in and what was taken out', () => {
  const way = wayOf('lpn', [
    group('PCK', 5, ['sale_order', 1]),
    group('PAK', -5, ['sale_order', 1]),
  ])
  expect([way.came[0]?.qty, way.went[0]?.qty]).toEqual([5, 5])
})

it('names each document once', () => {
  const { came } = wayOf('lot', [
    group('RCV', 1, ['receipt', 1]),
    group('RTI', 1, ['receipt', 1]),
    group('OIN', 1),
  ])
  expect([...documentsOf(came)]).toEqual([['receipt', [1]]])
})

it('freezes the stock of each owner and building by itself, and none that is held', () => {
  const row = (id: number, consignor: number, held: string | null = null) => ({
    id,
    warehouse_id: 1,
    consignor_id: consignor,
    held_at: held,
  })
  expect(heapsOf([row(1, 5), row(2, 6), row(3, 5), row(4, 5, '2026-01-01')])).toEqual([
    { warehouse: 1, consignor: 5, quants: [1, 3] },
    { warehouse: 1, consignor: 6, quants: [2] },
  ])
})
