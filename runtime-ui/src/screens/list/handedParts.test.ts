import { expect, it } from 'vitest'
import type { ListMeta } from '../../data/screen'
import { handedParts, isOpen } from './handedParts'

const list = {
  columns: [{ field: 'shop', title: 'Shop', type: 'text' }],
  filters: [{ field: 'state', title: 'State', type: 'enum', dropdown: 'state' }],
} as unknown as ListMeta

it('says every condition whose field the list knows', () => {
  const { parts, whole } = handedParts(list, {
    and: [
      { field: 'state', op: 'in', value: ['new', 'old'] },
      { and: [{ field: 'shop', op: 'eq', value: 'Corner' }] },
    ],
  })
  expect(parts.map(({ meta, sign, values }) => [meta.title, sign, values])).toEqual([
    ['State', ':', ['new', 'old']],
    ['Shop', ':', ['Corner']],
  ])
  expect(whole).toBe(true)
})

it('tells that something is left out', () => {
  const { parts, whole } = handedParts(list, {
    and: [
      { field: 'hidden', op: 'eq', value: 1 },
      { or: [{ field: 'shop', op: 'eq', value: 'Corner' }] },
      { field: 'shop', op: 'ne', value: 'Corner' },
    ],
  })
  expect(parts.map(({ sign }) => sign)).toEqual([' ≠'])
  expect(whole).toBe(false)
})

it('sees that a figure over all records hands nothing over', () => {
  const leaf = { field: 'code', op: 'eq' as const, value: 'A' }
  expect(isOpen({ and: [] })).toBe(true)
  expect(isOpen({ and: [{ and: [] }] })).toBe(true)
  expect(isOpen({ and: [{ or: [] }, leaf] })).toBe(false)
  expect(isOpen({ or: [leaf] })).toBe(false)
})
