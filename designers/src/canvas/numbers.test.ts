import { expect, it } from 'vitest'
import { numberOf } from './numbers'

const day = new Date(2026, 10, 3)

it('joins text, day, what comes from the record, and the counter', () => {
  const parts = [
    { text: 'SO' },
    { date: 'yyMMdd' },
    { value: 'row.owner' },
    { seq: { width: 4, reset: 'day' } },
  ]
  expect(numberOf({ parts }, day, 7)).toBe('SO261103{row.owner}0007')
})

it('writes each form of a day', () => {
  const forms = ['yyyy', 'yy', 'yyMM', 'yyMMdd', 'yyyyMMdd']
  const made = forms.map((date) => numberOf({ parts: [{ date }] }, day, 1))
  expect(made).toEqual(['2026', '26', '2611', '261103', '20261103'])
})
