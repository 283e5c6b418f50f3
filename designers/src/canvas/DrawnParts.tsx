import { memo, useMemo } from 'react'
import { DragSurface, partData } from '../outline/DragSurface'
import { useMoves } from '../outline/useMoves'
import { useWords } from '../workbench/words'
import { drawnParts } from './drawn'
import type { CanvasProps } from './props'
import { useBoxes } from './useBoxes'

type Moving = 'now' | 'root' | 'chosen' | 'disabled' | 'edit' | 'choose'

interface DrawnPartsProps extends Pick<CanvasProps, Moving> {
  screen: HTMLElement | null
}

/**
 * The fields and columns of a drawn screen: a press chooses one, a drag takes it to the place of
 * another. Keyboards have the outline, so nothing here takes the focus.
 */
export const DrawnParts = memo(function DrawnParts(props: DrawnPartsProps) {
  const { root, chosen, disabled, choose, screen } = props
  const words = useWords()
  const parts = useMemo(() => drawnParts(root), [root])
  const moves = useMoves(props)
  const boxes = useBoxes(screen)
  return (
    <DragSurface
      className="designer-boxes"
      disabled={disabled}
      takes={moves.takes}
      drop={moves.drop}
    >
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
            {...partData(node)}
          />
        )
      })}
    </DragSurface>
  )
})
