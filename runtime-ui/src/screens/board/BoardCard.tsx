import { useDraggable } from '@dnd-kit/core'
import { HolderOutlined, SwapOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { KeyboardEventHandler } from 'react'
import { useTranslation } from 'react-i18next'
import { ClickMenu } from '../../look/ClickMenu'
import type { Card } from './cards'
import { CardBody } from './CardBody'
import { labelOf } from './labelOf'
import { laneName, type Lane } from './lanes'
import type { BoardState } from './useBoard'
import { useFollow } from './useFollow'
import { nameOf, type Moves } from './useMoves'

interface BoardCardProps {
  card: Card
  lane: Lane
  state: BoardState
  moves: Moves
}

/** A card that can be dragged by mouse or finger, by its handle with keys, or sent by its menu. */
export function BoardCard({ card, lane, state, moves }: BoardCardProps) {
  const { t } = useTranslation()
  const ways = state.lanes.filter((to) => moves.may(card, to))
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, isDragging } = useDraggable({
    id: nameOf(card),
    data: { card, lane: laneName(lane) },
    disabled: ways.length === 0,
  })
  const body = useFollow(moves.last?.card === nameOf(card))
  const { onKeyDown, ...pointer } = listeners ?? {}
  const marks = `${isDragging ? ' board-left' : ''}${moves.isMoving(card) ? ' board-moving' : ''}`
  return (
    <article ref={setNodeRef} className={`board-card${marks}`} {...pointer}>
      <div ref={body} className="board-body">
        <CardBody card={card} state={state} />
      </div>
      {ways.length > 0 && (
        <span className="board-tools">
          <MoveMenu card={card} ways={ways} moves={moves} />
          <button
            ref={setActivatorNodeRef}
            type="button"
            className="board-grip"
            {...attributes}
            aria-label={t('board.move', { card: labelOf(card.row) })}
            onKeyDown={onKeyDown as KeyboardEventHandler | undefined}
          >
            <HolderOutlined />
          </button>
        </span>
      )}
    </article>
  )
}

function MoveMenu({ card, ways, moves }: { card: Card; ways: Lane[]; moves: Moves }) {
  const { t } = useTranslation()
  return (
    <ClickMenu
      placement="bottomRight"
      menu={{
        className: 'board-menu',
        items: ways.map((to) => ({ key: laneName(to), label: to.label })),
        onClick: ({ key }) => {
          const to = ways.find((one) => laneName(one) === key)
          if (to !== undefined) void moves.move(card, to)
        },
      }}
    >
      <Button
        type="text"
        size="small"
        icon={<SwapOutlined />}
        title={t('board.move_to')}
        aria-label={`${labelOf(card.row)}: ${t('board.move_to')}`}
      />
    </ClickMenu>
  )
}
