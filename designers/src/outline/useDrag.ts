import { PointerSensor, useSensor, useSensors, type DndContextProps } from '@dnd-kit/core'

const slack = 4 // px before a press becomes a drag

/** What a designer's drags have in common; where a part has come to, the designer says itself. */
export function useDrag(handlers: DndContextProps): DndContextProps {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: slack } }),
  )
  return { sensors, accessibility: { announcements: silent }, ...handlers }
}

const silent = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
}
