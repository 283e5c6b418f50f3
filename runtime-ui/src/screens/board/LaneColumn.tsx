import { useDroppable } from '@dnd-kit/core'
import { Button, Skeleton } from 'antd'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { BoardCard } from './BoardCard'
import type { Card } from './cards'
import { laneName, type Lane } from './lanes'
import { useLane, useSeen } from './useLane'
import type { BoardState } from './useBoard'
import { nameOf, type Moves } from './useMoves'

interface LaneColumnProps {
  lane: Lane
  state: BoardState
  moves: Moves
  dragged: Card | undefined
}

/** A column with its cards. */
export function LaneColumn({ lane, state, moves, dragged }: LaneColumnProps) {
  const { t } = useTranslation()
  const id = useId()
  const { ref, seen } = useSeen<HTMLElement>()
  const wanted = seen || moves.last?.lane === laneName(lane)
  const { cards, pending, left, more } = useLane(lane, state.shown, state.filters, wanted)
  const { setNodeRef, isOver } = useDroppable({ id: laneName(lane) })
  const open = dragged === undefined || moves.may(dragged, lane)
  const marks = `${isOver && open ? ' board-over' : ''}${open ? '' : ' board-closed'}`
  return (
    <section ref={ref} className={`board-lane${marks}`} aria-labelledby={id}>
      <h2 id={id}>
        <span className="clip" title={lane.label}>
          {lane.label}
        </span>
        <span className="figure quiet">{lane.total}</span>
      </h2>
      <div ref={setNodeRef} className="board-cards">
        {pending && seen && lane.total > 0 && cards.length === 0 && <Skeleton active />}
        {lane.total === 0 && <p className="quiet board-none">{t('board.nothing_here')}</p>}
        <ul>
          {cards.map((card) => (
            <li key={nameOf(card)}>
              <BoardCard card={card} lane={lane} state={state} moves={moves} />
            </li>
          ))}
        </ul>
        {left > 0 && cards.length > 0 && (
          <Button type="text" size="small" onClick={more}>
            {t('board.more', { n: left })}
          </Button>
        )}
      </div>
    </section>
  )
}
