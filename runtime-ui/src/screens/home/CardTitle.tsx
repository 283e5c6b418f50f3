import type { HomeCard } from '../../data/home'
import { addressOf } from '../../page/page'
import { Way } from './Way'

/** The name of a card, leading to the screen that shows all of it. */
export function CardTitle({ card }: { card: HomeCard }) {
  if (card.title === '') return null
  return (
    <h2 className="clip">
      <Way to={wayOf(card)}>{card.title}</Way>
    </h2>
  )
}

/** Where a card leads: its list with its filter, or its report. */
function wayOf({ route, filter }: HomeCard): string | undefined {
  if (route === undefined || filter === undefined) return route
  return addressOf(route, filter)
}
