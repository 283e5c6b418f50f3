import { describe, expect, it } from 'vitest'
import type { FilterMeta } from '../../data/screen'
import { defaultFilters, filterTree, matches } from './filters'

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

  it('asks for all or none of the records of a list', () => {
    const tags: FilterMeta = { field: 'tag_ids', title: 'Tags', type: 'multi_reference' }
    const ops = [undefined, ...matches].map((match) =>
      filterTree([tags], { tag_ids: match === undefined ? { value: [5] } : { value: [5], match } }),
    )
    expect(ops).toEqual(['in', 'all', 'nin'].map((op) => ({ field: 'tag_ids', op, value: [5] })))
  })

  it('is absent when nothing is chosen', () => {
    expect(
      filterTree(filters, { name: { value: '' }, day: { value: [null, null] } }),
    ).toBeUndefined()
    expect(filterTree(filters, { status: { value: [], match: 'all' } })).toBeUndefined()
  })
})
