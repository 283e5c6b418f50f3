import { beforeEach, expect, it } from 'vitest'
import type { Preview } from '../../data/importing'
import { listOf, recalled, remember, withChoice } from './choices'

const preview: Preview = {
  format: 'csv',
  encoding: 'gbk',
  headers: [
    { header: '客户', key: '', field: '', required: false },
    { header: 'Name', key: 'name', field: 'Name', required: true },
    { header: '', key: '', field: '', required: false },
  ],
  fields: [
    { key: 'name', title: 'Name', required: true },
    { key: 'code', title: 'Code', required: true },
  ],
  lacking: [],
  rows: [],
  all: true,
}

beforeEach(() => {
  localStorage.clear()
})

it('gives a field to one column only', () => {
  const first = withChoice(new Map([[3, '']]), 0, 'code')
  expect(listOf(withChoice(first, 1, 'code'))).toEqual([
    { cell: 3, field: '' },
    { cell: 1, field: 'code' },
  ])
})

it('remembers by header, wherever the column stands next time', () => {
  remember('x', new Map([[0, 'code']]), preview)
  const next = { ...preview, headers: preview.headers.toReversed() }
  expect([...recalled('x', next)]).toEqual([[2, 'code']])
  expect(recalled('y', next).size).toBe(0)
})

it('forgets what is matched by headers again', () => {
  remember('x', new Map([[1, '']]), preview)
  expect([...recalled('x', preview)]).toEqual([[1, '']])
  remember('x', new Map(), preview)
  expect(recalled('x', preview).size).toBe(0)
})

it('recalls no field that is gone, and nothing of broken storage', () => {
  remember('x', new Map([[0, 'gone']]), preview)
  expect(recalled('x', preview).size).toBe(0)
  localStorage.setItem('x', '{')
  expect(recalled('x', preview).size).toBe(0)
})
