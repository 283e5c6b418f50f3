import { beforeEach, expect, it } from 'vitest'
import type { FieldMeta } from '../../data/screen'
import type { AppMeta } from '../../data/app'
import { rememberStart, startParams, startValues } from './startValues'

const param: FieldMeta = { key: 'place', type: 'reference', title: 'Place', to: 'site' }
const worksThere: FieldMeta = { ...param, default: { op: 'number', value: '7' } }
const app = { places: [7, 8].map((id) => ({ id, label: `Site ${id}` })) } as AppMeta
const elsewhere = { places: [{ id: 9, label: 'Site 9' }] } as AppMeta

beforeEach(() => {
  localStorage.clear()
})

it('begins where this device began last', () => {
  expect(startValues([param], app)).toEqual({})
  rememberStart({ place: 8, note: 'x', other: 4 }, app)
  expect(startValues([param], app)).toEqual({ place: 8 })
})

it('rather begins where the person works', () => {
  rememberStart({ place: 8 }, app)
  expect(startValues([worksThere], app)).toEqual({ place: 7 })
})

it('does not begin where the person may not work', () => {
  rememberStart({ place: 8 }, app)
  expect(startValues([param], elsewhere)).toEqual({})
})

it('asks where there are several places and none is chosen', () => {
  expect(startParams([param], app)).toBeUndefined()
  expect(startParams([param], elsewhere)).toEqual({ place: 9 })
  expect(startParams([worksThere], app)).toEqual({ place: 7 })
})

it('takes the place that its address names', () => {
  expect(startParams([worksThere], app, '?place=8&open=N-1')).toEqual({ place: 8 })
})
