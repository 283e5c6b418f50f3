import { expect, test } from 'vitest'
import type { CardPlace, HomeCard } from '../../data/home'
import { pack } from './pack'

function card(key: string, x: number, y: number, w: number, h: number): HomeCard {
  return { key, kind: 'text', title: key, place: { x, y, w, h } }
}

function places(cards: HomeCard[]): Record<string, CardPlace> {
  return Object.fromEntries(cards.map(({ key, place }) => [key, place]))
}

test('a layout without holes stays as it is', () => {
  const cards = [card('a', 0, 0, 6, 2), card('b', 6, 0, 6, 2), card('c', 0, 2, 12, 4)]
  expect(places(pack(cards, false))).toEqual(places(cards))
})

test('cards close the holes of those that are not shown', () => {
  const cards = [card('b', 6, 0, 3, 2), card('d', 9, 2, 3, 2), card('c', 0, 4, 12, 4)]
  expect(places(pack(cards, false))).toEqual({
    b: { x: 0, y: 0, w: 3, h: 2 },
    d: { x: 3, y: 0, w: 3, h: 2 },
    c: { x: 0, y: 2, w: 12, h: 4 },
  })
})

test('what a person arranged keeps its columns and no two overlap', () => {
  const cards = [card('a', 6, 3, 6, 2), card('new', 6, 3, 6, 2)]
  expect(places(pack(cards, true))).toEqual({
    a: { x: 6, y: 0, w: 6, h: 2 },
    new: { x: 6, y: 2, w: 6, h: 2 },
  })
})
