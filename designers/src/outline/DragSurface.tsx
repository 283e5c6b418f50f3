import { DndContext, useDraggable, type Collision } from '@dnd-kit/core'
import { useRef, useState, type ReactNode } from 'react'
import type { OutlineNode } from './nodes'
import { useDrag } from './useDrag'

interface DragSurfaceProps {
  className?: string
  disabled: boolean
  /** Whether one part may come to the place of another, both by name. */
  takes: (held: string, onto: string) => boolean
  drop: (held: string, onto: string) => void
  children: ReactNode
}

/**
 * What parts are dragged on; `partData` tells which they are. It is dragged as one, and what lies
 * under the pointer is looked up: if each of a hundred parts were one that can be dragged and
 * dropped on, each step of a drag would draw all of them anew.
 */
export function DragSurface({ className = '', disabled, takes, drop, children }: DragSurfaceProps) {
  const surface = useRef<HTMLDivElement>(null)
  const [held, setHeld] = useState<Part>()
  const [goal, setGoal] = useState<Part>()
  const drag = useDrag({
    collisionDetection: ({ pointerCoordinates: at }) => {
      const part = at && partAt(document.elementFromPoint(at.x, at.y), surface.current)
      return part ? [{ id: part.name }] : []
    },
    onDragStart: ({ activatorEvent }) => {
      const part = partAt(elementOf(activatorEvent.target), surface.current)
      setHeld(part?.kind === 'item' ? part : undefined)
    },
    onDragOver: ({ collisions }) => {
      const part = partUnder(collisions, surface.current)
      const fits = held !== undefined && part !== undefined && takes(held.name, part.name)
      setGoal(fits ? part : undefined)
    },
    onDragEnd: ({ collisions }) => {
      const part = partUnder(collisions, surface.current)
      end()
      if (held !== undefined && part !== undefined) drop(held.name, part.name)
    },
    onDragCancel: end,
  })
  function end() {
    setHeld(undefined)
    setGoal(undefined)
  }
  return (
    <div ref={surface} className={`designer-surface ${className}`}>
      <DndContext {...drag}>
        <Ground disabled={disabled}>{children}</Ground>
      </DndContext>
      {held !== undefined && <Mark part={held} className="is-held" />}
      {goal !== undefined && <Mark part={goal} className={`is-over-${goal.kind}`} />}
    </div>
  )
}

function Ground({ disabled, children }: Pick<DragSurfaceProps, 'disabled' | 'children'>) {
  const { setNodeRef, listeners } = useDraggable({ id: 'surface', disabled })
  return (
    <div ref={setNodeRef} {...listeners}>
      {children}
    </div>
  )
}

/** What an element says that shows a part on a surface. */
export function partData({ name, kind }: OutlineNode) {
  return kind === 'item' || kind === 'list' ? { 'data-node': name, 'data-kind': kind } : {}
}

/** A part where it is shown, in px from the corner of the surface. */
interface Part {
  name: string
  kind: string
  place: { left: number; top: number; width: number; height: number }
}

function Mark({ part, className }: { part: Part; className: string }) {
  return <div className={`designer-drag-mark ${className}`} style={part.place} aria-hidden />
}

function partUnder(collisions: Collision[] | null, surface: HTMLElement | null): Part | undefined {
  const [first] = collisions ?? []
  if (first === undefined || surface === null) return
  const element = surface.querySelector(`[data-node="${CSS.escape(String(first.id))}"]`)
  return partAt(element, surface)
}

/** The part that an element of the surface belongs to. */
function partAt(element: Element | null, surface: HTMLElement | null): Part | undefined {
  const shown = element?.closest<HTMLElement>('[data-node]')
  if (!shown || surface?.contains(shown) !== true) return
  const corner = surface.getBoundingClientRect()
  const { left, top, width, height } = shown.getBoundingClientRect()
  return {
    name: shown.dataset['node'] ?? '',
    kind: shown.dataset['kind'] ?? '',
    place: { left: left - corner.left, top: top - corner.top, width, height },
  }
}

function elementOf(target: EventTarget | null): Element | null {
  return target instanceof Element ? target : null
}
