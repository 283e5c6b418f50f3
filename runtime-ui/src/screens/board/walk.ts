import type { KeyboardEvent } from 'react'

const names = 'button.board-name'

/** The arrows go from card to card: down and up in a column, sideways to the next with cards. */
export function walk(event: KeyboardEvent<HTMLElement>) {
  const { target, currentTarget: board, key } = event
  if (!(target instanceof HTMLElement) || target.ariaPressed === 'true') return
  const lanes = [...board.querySelectorAll('.board-lane')]
    .map(namesIn)
    .filter(({ length }) => length)
  const name = target.closest('.board-card')?.querySelector<HTMLElement>(names)
  const into = target === board && key === 'ArrowDown' ? lanes[0]?.[0] : undefined
  const to = name == null ? into : neighbour(lanes, name, key)
  if (to === undefined) return
  event.preventDefault()
  to.focus()
}

/** What names the cards of a column, which is what takes the focus. */
function namesIn(lane: Element): HTMLElement[] {
  return [...lane.querySelectorAll<HTMLElement>(names)]
}

function neighbour(lanes: HTMLElement[][], name: HTMLElement, key: string) {
  const at = lanes.findIndex((lane) => lane.includes(name))
  const row = lanes[at]?.indexOf(name) ?? 0
  const beside = (step: number) => {
    const there = lanes[at + step]
    return there?.[Math.min(row, there.length - 1)]
  }
  return {
    ArrowUp: lanes[at]?.[row - 1],
    ArrowDown: lanes[at]?.[row + 1],
    ArrowLeft: beside(-1),
    ArrowRight: beside(1),
  }[key]
}
