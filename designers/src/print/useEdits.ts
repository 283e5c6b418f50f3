import { useState } from 'react'
import type { JsonObject } from '../../../runtime-ui/src/render'
import type { CanvasProps } from '../canvas/props'
import { aligned, around, distributed, type Side } from './geometry'
import { below, duplicated, stacked, withBand, withElement, without } from './edits'
import { bandOf, bandsOf, withBoxes, type Box, type Placed } from './model'
import { wordOf } from '../draft/edit'

/** Which elements are chosen: one by the outline, more by the canvas. */
export function useChosen({ chosen, choose }: Pick<CanvasProps, 'chosen' | 'choose'>) {
  const [more, setMore] = useState<string[]>([])
  const isElement = chosen.split('/')[2] === 'elements'
  const names = !isElement ? [] : more.includes(chosen) ? more : [chosen]
  return {
    names,
    choose: (next: string[], add = false) => {
      const both = add ? toggled(names, next) : next
      setMore(both)
      choose(both.at(-1) ?? (bandOf(chosen) === '' ? '' : `bands/${bandOf(chosen)}`))
    },
  }
}

function toggled(names: string[], next: string[]): string[] {
  return [
    ...names.filter((name) => !next.includes(name)),
    ...next.filter((name) => !names.includes(name)),
  ]
}

interface EditsProps extends Pick<CanvasProps, 'object' | 'edit'> {
  /** All elements of the template that are drawn. */
  placed: Placed[]
  names: string[]
  locked: Set<string>
  /** The band that is added to. */
  band: string
  lines: string
  /** The frame that a single element is aligned to, in mm. */
  frameOf: (band: string) => Box | undefined
  choose: (names: string[]) => void
}

/** What the canvas does to the template. */
export function useEdits(props: EditsProps) {
  const { object, edit, placed, names, locked, band, lines, frameOf, choose } = props
  const marked = placed.filter(({ name }) => names.includes(name))
  const free = marked.filter(({ name }) => !locked.has(name))

  function keep(boxes: Map<string, Box>, place = '') {
    const next = withBoxes(object, placed, boxes)
    if (next !== object) edit(next, place)
  }

  return {
    free,
    keep,
    /** Steps of the same elements by the arrows are one step back. */
    nudge: (boxes: Map<string, Box>) => {
      keep(boxes, `nudge ${[...boxes.keys()].join(' ')}`)
    },
    align: (side: Side) => {
      const [one] = free
      const frame = free.length === 1 && one ? frameOf(one.band) : around(free.map(boxIn))
      if (frame !== undefined)
        keep(new Map(free.map(({ name, box }) => [name, aligned(box, side, frame)])))
    },
    distribute: (axis: 'x' | 'y') => {
      const boxes = distributed(free.map(boxIn), axis)
      keep(new Map(free.map(({ name, box }, i) => [name, boxes[i] ?? box])))
    },
    stack: (over: boolean) => {
      if (free.length > 0) edit(stacked(object, new Set(free.map(({ name }) => name)), over))
    },
    remove: () => {
      if (free.length === 0) return
      edit(without(object, new Set(free.map(({ name }) => name))))
      choose([])
    },
    duplicate: () => {
      if (marked.length === 0) return
      const made = duplicated(
        object,
        marked.map(({ path }) => path),
      )
      edit(made.object)
      choose(made.names)
    },
    add: (element: JsonObject): string => {
      const made = withElement(object, band, below(object, band, element))
      edit(made.object)
      choose([made.name])
      return made.name
    },
    addBand: (kind: string) => {
      edit(withBand(object, kind, lines))
    },
  }
}

const boxIn = ({ box }: Placed) => box

/** The band that something is added to: the chosen one, else the first that flows. */
export function targetOf(object: JsonObject, chosen: string): string {
  const bands = bandsOf(object)
  const named = bands.find(({ key }) => key === bandOf(chosen))
  const first = named ?? bands.find(({ kind }) => kind === 'body') ?? bands[0]
  return wordOf(first?.['key'])
}
