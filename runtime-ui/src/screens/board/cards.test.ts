import { expect, it } from 'vitest'
import { merged, type Run } from './cards'

const run = (source: string, rows: [number, number | null, string][], more = false): Run => ({
  source,
  sort: ['-priority', 'created_at'],
  rows: rows.map(([id, priority, created_at]) => ({ id, priority, created_at })),
  more,
})

const ids = (...runs: Run[]) => merged(runs).map(({ row }) => row.id)

it('puts the cards of all sources in one order, as the server sorts each of them', () => {
  const early = '2026-11-25T08:00:00+08:00'
  const later = '2026-11-25T01:30:00Z' // half past nine there
  expect(
    ids(
      run('a', [
        [1, 9, later],
        [2, 0, early],
      ]),
      run('b', [
        [3, null, later],
        [4, 9, early],
        [5, 0, later],
      ]),
    ),
  ).toEqual([3, 4, 1, 2, 5])
})

it('shows nothing that a card which is not here yet may belong before', () => {
  const first = run('a', [[1, 5, '2026-01-01']], true)
  const second = run('b', [
    [2, 9, '2026-01-01'],
    [3, 1, '2026-01-01'],
  ])
  expect(ids(first, second)).toEqual([2, 1])
  expect(ids({ ...first, more: false }, second)).toEqual([2, 1, 3])
})
