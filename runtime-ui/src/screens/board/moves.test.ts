import { expect, it } from 'vitest'
import { moveTo } from './moves'

const column = {
  key: 'person',
  field: 'picker_id',
  action: 'assign',
  param: 'picker_id',
  back: 'to_pool',
}
const row = { id: 1, picker_id: 7, _can: ['assign', 'to_pool'] }

it('gives the action the value of the column, and takes the way back to none', () => {
  expect(moveTo(column, row, { value: 9 })).toEqual({ name: 'assign', params: { picker_id: 9 } })
  expect(moveTo(column, row, { value: null })).toEqual({ name: 'to_pool', params: {} })
})

it('leaves a card where it lies, where its state or rights forbid it, and where there is no way', () => {
  expect(moveTo(column, row, { value: 7 })).toBeUndefined()
  expect(moveTo(column, { ...row, _can: [] }, { value: 9 })).toBeUndefined()
  expect(moveTo({ key: 'area', field: 'area_id' }, row, { value: 3 })).toBeUndefined()
  expect(moveTo(undefined, row, { value: 3 })).toBeUndefined()
})

it('leaves a card out of the columns that do not agree with it', () => {
  const here = { ...column, same: 'site_id' }
  const card = { ...row, site_id: 1 }
  expect(moveTo(here, card, { value: 9, same: 2 })).toBeUndefined()
  expect(moveTo(here, card, { value: 9, same: 1 })?.name).toBe('assign')
  expect(moveTo(here, card, { value: null })?.name).toBe('to_pool')
})
