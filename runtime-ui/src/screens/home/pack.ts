import type { CardPlace, HomeCard } from '../../data/home'

const columns = 12

/**
 * Lays cards out without the holes that cards without a right leave: each takes the first free
 * place from the top and the left. What a person arranged only moves up.
 */
export function pack(cards: HomeCard[], own: boolean): HomeCard[] {
  const laid: HomeCard[] = []
  const inOrder = [...cards].sort(
    (one, other) => one.place.y - other.place.y || one.place.x - other.place.x,
  )
  for (const card of inOrder) {
    const places = laid.map(({ place }) => place)
    laid.push({ ...card, place: own ? risen(card.place, places) : firstFree(card.place, places) })
  }
  return laid
}

function firstFree({ w, h }: CardPlace, taken: CardPlace[]): CardPlace {
  for (let y = 0; ; y++) {
    for (let x = 0; x + w <= columns; x++) {
      const place = { x, y, w, h }
      if (!taken.some((other) => overlap(place, other))) return place
    }
  }
}

function risen(place: CardPlace, taken: CardPlace[]): CardPlace {
  const free = (y: number) => !taken.some((other) => overlap({ ...place, y }, other))
  let y = place.y
  while (!free(y)) y++
  while (y > 0 && free(y - 1)) y--
  return { ...place, y }
}

function overlap(one: CardPlace, other: CardPlace): boolean {
  return (
    one.x < other.x + other.w &&
    other.x < one.x + one.w &&
    one.y < other.y + other.h &&
    other.y < one.y + one.h
  )
}
