import { expect, it } from 'vitest'
import { subjectOf } from './subject'

const called = new Map([[1, 'O-1']])
const all = { list: 'order', filter: { and: [] }, search: '', expect: 40 }
const labelOf = (id: number) => called.get(id)

it('names the records that a question is about, and counts those of a filter', () => {
  expect(subjectOf({ ids: [1, 2] }, labelOf)).toEqual({ count: 2, names: ['O-1', '#2'] })
  expect(subjectOf(all, labelOf)).toEqual({ count: 40, names: [] })
  expect(subjectOf({ id: 1 }, labelOf)).toBeUndefined()
})
