import { expect, it } from 'vitest'
import { targetOf } from './target'

it.each(['/', '/goods/item?status=new&x=1', '/goods/item/7'])('returns to %s', (asked) => {
  expect(targetOf(asked)).toBe(asked)
})

it.each([
  undefined,
  '',
  'goods',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  '/login?redirect=/login',
  '/auth-redirect',
])('goes home instead of to %s', (asked) => {
  expect(targetOf(asked)).toBe('/')
})
