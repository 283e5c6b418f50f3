import { startTransition, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { JsonObject } from '../../../runtime-ui/src/render'
import { moved, shifted, type Moved } from './moves'
import { find, type OutlineNode } from './nodes'

interface MovesOf {
  /** The object as it is now: what is drawn may lag behind. */
  now: () => JsonObject
  root: OutlineNode
  chosen: string
  disabled: boolean
  edit: (next: JsonObject) => void
  choose: (name: string) => void
}

/** Other places for parts: by a drag, or with Alt and an arrow for the chosen one. */
export function useMoves({ now, root, chosen, disabled, edit, choose }: MovesOf) {
  const { t } = useTranslation()
  const [told, setTold] = useState('')
  return { takes, drop, byKey, told }

  function takes(held: string, onto: string): boolean {
    return movedOnto(held, onto) !== undefined
  }

  function drop(held: string, onto: string) {
    take(movedOnto(held, onto))
  }

  function movedOnto(held: string, onto: string): Moved | undefined {
    return moved(now(), find(root, held), find(root, onto))
  }

  function byKey(event: KeyboardEvent) {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (by === undefined || !event.altKey || disabled) return
    event.preventDefault()
    event.stopPropagation() // the tree would go to another part
    take(shifted(now(), find(root, chosen), by))
  }

  /** In slices, since outline, screen and panel are all drawn anew. */
  function take(next: Moved | undefined) {
    if (next === undefined) return
    startTransition(() => {
      edit(next.object)
      choose(next.name)
      setTold(t('designer.at_place', { n: next.index + 1, of: next.of }))
    })
  }
}
