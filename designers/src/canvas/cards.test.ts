import { expect, it } from 'vitest'
import { cardKinds, cardOf, placed } from './cards'

const home = {
  cards: [
    { key: 'a', kind: 'text', place: { x: 0, y: 0, w: 4, h: 2 } },
    { key: 'b', kind: 'text', place: { x: 4, y: 0, w: 4, h: 2 } },
  ],
}

it('moves the cards that a layout has elsewhere, and no other', () => {
  const next = placed(home, [
    { i: 'a', x: 0, y: 0, w: 4, h: 2 },
    { i: 'b', x: 4, y: 2, w: 6, h: 3 },
  ])
  expect(next['cards']).toEqual([
    home.cards[0],
    { key: 'b', kind: 'text', place: { x: 4, y: 2, w: 6, h: 3 } },
  ])
  expect(placed(home, [{ i: 'a', x: 0, y: 0, w: 4, h: 2 }])).toBe(home)
})

it('lays a new card under all others, whatever its kind', () => {
  for (const kind of cardKinds) {
    const card = cardOf(kind, home.cards)
    expect(card).toMatchObject({ key: 'x_new_1', kind, place: { x: 0, y: 2, w: 4, h: 2 } })
  }
})
