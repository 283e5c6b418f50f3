import {
  PointerSensor,
  useSensor,
  useSensors,
  type DndContextProps,
  type DragEndEvent,
} from '@dnd-kit/core'
import { useTranslation } from 'react-i18next'
import type { Columns } from '../useColumns'

const slack = 4 // px before a press becomes a drag

/** Moves a column to where its handle is let go; arrows on the handle do the same. */
export function useColumnDrag(columns: Columns): DndContextProps {
  const { t } = useTranslation()
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: slack } }),
  )
  return {
    sensors,
    autoScroll: false,
    accessibility: {
      screenReaderInstructions: { draggable: t('list.move_help') },
      announcements: silent,
    },
    onDragEnd: ({ active, over }: DragEndEvent) => {
      if (over !== null) columns.move(String(active.id), String(over.id))
    },
  }
}

/** The head itself tells where a column stands. */
const silent = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
}
