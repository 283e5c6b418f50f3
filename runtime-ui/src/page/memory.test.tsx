import { beforeEach, expect, it } from 'vitest'
import { recall, remember, toggleFavourite, useMemory } from './memory'

const paths = (list: 'recent' | 'favourites') => useMemory.getState()[list].map(({ path }) => path)

beforeEach(() => {
  recall('nobody')
  recall('user.1')
})

it('keeps recent pages once, the newest first, and not too many', () => {
  for (let n = 0; n < 20; n++) remember({ path: `/${n}` })
  remember({ path: '/15', label: 'I-15' })
  expect(paths('recent').slice(0, 3)).toEqual(['/15', '/19', '/18'])
  expect(paths('recent')).toHaveLength(12)
})

it('knows each person from the last visit', () => {
  toggleFavourite({ path: '/a' })
  recall('user.2')
  expect(paths('favourites')).toEqual([])
  recall('user.1')
  expect(paths('favourites')).toEqual(['/a'])
})

it('gives up a favourite that is chosen again', () => {
  toggleFavourite({ path: '/a' })
  toggleFavourite({ path: '/b' })
  toggleFavourite({ path: '/a' })
  expect(paths('favourites')).toEqual(['/b'])
})

it('begins anew when what is stored cannot be read', () => {
  localStorage.setItem('ways.user.3', '{broken')
  recall('user.3')
  expect(paths('recent')).toEqual([])
})
