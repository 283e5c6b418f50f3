import { useDraggable, useDroppable } from '@dnd-kit/core'
import type { ReactNode } from 'react'
import type { OutlineNode } from './nodes'

interface MovableProps {
  node: OutlineNode
  disabled: boolean
  /** Whether a part that is dragged may come here. */
  takes: (item: OutlineNode) => boolean
  children: ReactNode
}

/** A part that can be dragged to another place; a line shows where one would come that is held over it. */
export function Movable({ node, disabled, takes, children }: MovableProps) {
  const { setNodeRef, listeners, isDragging } = useDraggable({
    id: node.name,
    data: { node },
    disabled: disabled || node.kind !== 'item',
  })
  const {
    setNodeRef: setGoalRef,
    isOver,
    active,
  } = useDroppable({
    id: node.name,
    data: { node },
    disabled: disabled || (node.kind !== 'item' && node.kind !== 'list'),
  })
  const held = isOver ? (active?.data.current as { node: OutlineNode } | undefined) : undefined
  const isGoal = held !== undefined && takes(held.node)
  const classes = ['designer-movable', isDragging && 'is-held', isGoal && `is-over-${node.kind}`]
  return (
    <span
      ref={(element) => {
        setNodeRef(element)
        setGoalRef(element)
      }}
      className={classes.filter(Boolean).join(' ')}
      {...listeners}
    >
      {children}
    </span>
  )
}
