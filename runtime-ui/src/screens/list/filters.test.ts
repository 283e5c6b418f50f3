import { describe, expect, it } from 'vitest'
import type { FilterMeta } from '../../data/screen'
import { defaultFilters, filterTree, matches } from './filters'

const filters: FilterMeta[] = [
  { key: 'status', field: 'status', title: 'Status', type: 'enum', default: 'open' },
  { key: 'day', field: 'day', title: 'Day', type: 'date' },
  { key: 'name', field: 'name', title: 'Name', type: 'text' },
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
    const tags: FilterMeta = {
      key: 'tag_ids',
      field: 'tag_ids',
      title: 'Tags',
      type: 'multi_reference',
    }
    const ops = [undefined, ...matches].map((match) =>
      filterTree([tags], { tag_ids: match === undefined ? { value: [5] } : { value: [5], match } }),
    )
    expect(ops).toEqual(['in', 'all', 'nin'].map((op) => ({ field: 'tag_ids', op, value: [5] })))
  })

  it('compares one field in as many ways as there are filters over it', () => {
    const due = { field: 'due', title: 'Due', type: 'date' } as const
    const both: FilterMeta[] = [
      { ...due, key: 'due_from', op: 'ge' },
      { ...due, key: 'due_to', op: 'le' },
    ]
    const chosen = { due_from: { value: '2026-01-01' }, due_to: { value: '2026-02-01' } }
    expect(filterTree(both, chosen)).toEqual({
      and: [
        { field: 'due', op: 'ge', value: '2026-01-01' },
        { field: 'due', op: 'le', value: '2026-02-01' },
      ],
    })
  })

  it('is absent when nothing is chosen', () => {
    expect(
      filterTree(filters, { name: { value: '' }, day: { value: [null, null] } }),
    ).toBeUndefined()
    expect(filterTree(filters, { status: { value: [], match: 'all' } })).toBeUndefined()
  })
})
