import { describe, expect, it } from 'vitest'
import type { FilterMeta } from '../../data/screen'
import { defaultFilters, filterTree } from './filters'

const filters: FilterMeta[] = [
  { field: 'status', title: 'Status', type: 'enum', default: 'open' },
  { field: 'day', title: 'Day', type: 'date' },
  { field: 'name', title: 'Name', type: 'text' },
]

describe('filterTree', () => {
  it('begins with the defaults of the screen', () => {
    expect(filterTree(filters, defaultFilters(filters))).toEqual({
      field: 'status',
      op: 'in',
      value: ['open'],
    })
  })

  it('joins several, and compares where a range has an open end', () => {
    const chosen = { day: { value: ['2026-01-01', null] }, name: { value: 'a' } }
    expect(filterTree(filters, chosen)).toEqual({
      and: [
        { field: 'day', op: 'ge', value: '2026-01-01' },
        { field: 'name', op: 'like', value: 'a' },
      ],
    })
  })

  it('is absent when nothing is chosen', () => {
    expect(
      filterTree(filters, { name: { value: '' }, day: { value: [null, null] } }),
    ).toBeUndefined()
  })
})
