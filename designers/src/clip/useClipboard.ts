import { create } from 'zustand'
import type { JsonObject } from '../../../runtime-ui/src/render'
import { asList, at, insert, isObject, wordOf } from '../draft/edit'
import type { OutlineNode } from '../outline/nodes'
import { keyOf } from '../schema/schemas'
import { named, targetOf, type Clip } from './clip'

/** What was copied last, for all objects and designers. */
const useClip = create<{ clip: Clip | undefined }>(() => ({ clip: undefined }))

/** What can be done with copies at the chosen part; what is not possible is undefined. */
export interface Clipboard {
  copy: (() => void) | undefined
  paste: (() => void) | undefined
}

interface ClipboardOf {
  object: JsonObject
  root: OutlineNode
  node: OutlineNode
  disabled: boolean
  edit: (next: JsonObject) => void
  choose: (name: string) => void
}

/** Copies parts, also from one object to another. */
export function useClipboard(of: ClipboardOf): Clipboard {
  const { object, root, node, disabled, edit, choose } = of
  const { clip } = useClip()
  const item = at(object, node.path)
  const target = clip === undefined || disabled ? undefined : targetOf(root, node, clip)
  const copy = () => {
    if (isObject(item)) useClip.setState({ clip: { item, shape: node.place.schema.properties } })
  }
  const paste = () => {
    if (clip === undefined || target === undefined) return
    const items = asList(at(object, target.path))
    const index = target.index ?? items.length
    const pasted = named(clip, target.list, items)
    edit(insert(object, target.path, index, pasted))
    const key = keyOf(target.list)
    choose(`${target.name}/${key === undefined ? index : wordOf(pasted[key])}`)
  }
  return {
    copy: node.kind === 'item' && isObject(item) ? copy : undefined,
    paste: target === undefined ? undefined : paste,
  }
}
