import { expect, it } from 'vitest'
import { documentsOf } from './making'

const make = {
  key: 'freeze',
  title: 'Freeze',
  document: 'hold',
  set: 'lines',
  field: 'item_id',
  takes: ['owner_id'],
  route: '/hold',
}

it('makes one document for each head that rows have in common', () => {
  const rows = [
    { id: 1, owner_id: 7 },
    { id: 2, owner_id: 8 },
    { id: 3, owner_id: 7, other: 9 },
  ]
  expect(documentsOf(make, rows)).toEqual([
    { owner_id: 7, lines: [{ item_id: 1 }, { item_id: 3 }] },
    { owner_id: 8, lines: [{ item_id: 2 }] },
  ])
})
