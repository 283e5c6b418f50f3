import {
  PointerSensor,
  useSensor,
  useSensors,
  type DndContextProps,
  type DragEndEvent,
} from '@dnd-kit/core'

const slack = 4 // px before a press becomes a drag

/** What a designer's drags have in common; where a part has come to, the designer says itself. */
export function useDrag(onDragEnd: (event: DragEndEvent) => void): DndContextProps {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: slack } }),
  )
  return { sensors, accessibility: { announcements: silent }, onDragEnd }
}

const silent = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
}
