import type { DragEndEvent } from '@dnd-kit/core'
import { useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { JsonObject } from '../../../runtime-ui/src/render'
import { moved, shifted, type Moved } from './moves'
import { find, type OutlineNode } from './nodes'
import { useDrag } from './useDrag'

interface MovesOf {
  object: JsonObject
  root: OutlineNode
  chosen: string
  disabled: boolean
  edit: (next: JsonObject) => void
  choose: (name: string) => void
}

/** Other places for parts: by a drag, or with Alt and an arrow for the chosen one. */
export function useMoves({ object, root, chosen, disabled, edit, choose }: MovesOf) {
  const { t } = useTranslation()
  const [told, setTold] = useState('')
  return { drag: useDrag(drop), told, byKey, takes }

  function takes(item: OutlineNode, onto: OutlineNode): boolean {
    return moved(object, item, onto) !== undefined
  }

  function drop({ active, over }: DragEndEvent) {
    const item = nodeIn(active.data.current)
    const onto = nodeIn(over?.data.current)
    if (item !== undefined && onto !== undefined) take(moved(object, item, onto))
  }

  function byKey(event: KeyboardEvent) {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (by === undefined || !event.altKey || disabled) return
    event.preventDefault()
    event.stopPropagation() // the tree would go to another part
    take(shifted(object, find(root, chosen), by))
  }

  function take(next: Moved | undefined) {
    if (next === undefined) return
    edit(next.object)
    choose(next.name)
    setTold(t('designer.at_place', { n: next.index + 1, of: next.of }))
  }
}

function nodeIn(data: unknown): OutlineNode | undefined {
  return (data as { node?: OutlineNode } | undefined)?.node
}
