import {
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  pointerWithin,
  rectIntersection,
  useSensor,
  useSensors,
  type CollisionDetection,
  type DndContextProps,
  type DragEndEvent,
  type KeyboardCoordinateGetter,
} from '@dnd-kit/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Card } from './cards'
import { labelOf } from './labelOf'
import { laneName, type Lane } from './lanes'
import type { Moves } from './useMoves'

const slack = 6 // px before a press becomes a drag
const hold = 250 // ms before a touch does, which else scrolls

/** Drags cards to columns, by mouse, touch and keyboard. */
export function useDrag(lanes: Lane[], moves: Moves) {
  const { t } = useTranslation()
  const [card, setCard] = useState<Card>()
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: slack } }),
    useSensor(TouchSensor, { activationConstraint: { delay: hold, tolerance: slack } }),
    useSensor(KeyboardSensor, { coordinateGetter: sideways }),
  )
  const laneOf = (id: unknown) => lanes.find((lane) => laneName(lane) === id)
  const cardOf = ({ active }: Pick<DragEndEvent, 'active'>) =>
    active.data.current?.['card'] as Card | undefined
  const cameFrom = ({ active, over }: Pick<DragEndEvent, 'active' | 'over'>) =>
    active.data.current?.['lane'] === over?.id
  const told = (event: Pick<DragEndEvent, 'active' | 'over'>, over: string, home: string) => {
    const dragged = cardOf(event)
    const lane = laneOf(event.over?.id)
    if (dragged === undefined) return undefined
    const words = { card: labelOf(dragged.row), column: lane?.label }
    if (lane === undefined) return t('board.card_stays', words)
    if (cameFrom(event)) return t(home, words)
    return t(moves.may(dragged, lane) ? over : 'board.fixed', words)
  }
  const context: DndContextProps = {
    sensors,
    collisionDetection: underneath,
    accessibility: {
      screenReaderInstructions: { draggable: t('board.drag_help') },
      announcements: {
        onDragStart: (event) => {
          const taken = cardOf(event)
          return taken && t('board.card_taken', { card: labelOf(taken.row) })
        },
        onDragOver: (event) => told(event, 'board.card_over', 'board.card_over'),
        onDragEnd: (event) => told(event, 'board.card_dropped', 'board.card_stays'),
        onDragCancel: (event) => told({ ...event, over: null }, '', ''),
      },
    },
    onDragStart: (event) => {
      setCard(cardOf(event))
    },
    onDragCancel: () => {
      setCard(undefined)
    },
    onDragEnd: (event) => {
      const dragged = cardOf(event)
      const lane = laneOf(event.over?.id)
      setCard(undefined)
      if (dragged !== undefined && lane !== undefined && !cameFrom(event))
        void moves.move(dragged, lane)
    },
  }
  return { context, card }
}

/** The column under the pointer; for a card that keys move, the one that it lies over most. */
const underneath: CollisionDetection = (args) =>
  args.pointerCoordinates === null ? rectIntersection(args) : pointerWithin(args)

/** The arrows go from column to column. */
const sideways: KeyboardCoordinateGetter = (event, { currentCoordinates, context }) => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.code]
  const { over, droppableRects } = context
  if (step === undefined || over === null) return undefined
  event.preventDefault()
  const row = [...droppableRects].sort(([, a], [, b]) => a.left - b.left)
  const at = row.findIndex(([id]) => id === over.id)
  const [here, next] = [row[at]?.[1], row[at + step]?.[1]]
  if (here === undefined || next === undefined) return undefined
  return { ...currentCoordinates, x: currentCoordinates.x + next.left - here.left }
}
