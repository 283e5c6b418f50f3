import { DndContext } from '@dnd-kit/core'
import { useMemo } from 'react'
import { Movable } from '../outline/Movable'
import { useMoves } from '../outline/useMoves'
import { useWords } from '../workbench/words'
import { drawnParts } from './drawn'
import type { CanvasProps } from './props'
import { useBoxes } from './useBoxes'

/**
 * The fields and columns of a drawn screen: a press chooses one, a drag takes it to the place of
 * another. Keyboards have the outline, so nothing here takes the focus.
 */
export function DrawnParts(props: CanvasProps & { screen: HTMLElement | null }) {
  const { root, chosen, disabled, choose, screen } = props
  const words = useWords()
  const parts = useMemo(() => drawnParts(root), [root])
  const moves = useMoves(props)
  const boxes = useBoxes(screen)
  return (
    <DndContext {...moves.drag}>
      {boxes.map(({ field, ...box }) => {
        const node = parts.get(field)
        if (node === undefined) return null
        return (
          <div
            key={field}
            className={`designer-box${node.name === chosen ? ' is-chosen' : ''}`}
            style={box}
            title={words.of(node.title) ?? node.word}
            aria-hidden
            onClick={() => {
              choose(node.name)
            }}
          >
            <Movable node={node} disabled={disabled} takes={(item) => moves.takes(item, node)}>
              {null}
            </Movable>
          </div>
        )
      })}
    </DndContext>
  )
}
