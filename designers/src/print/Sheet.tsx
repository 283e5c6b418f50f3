import { useEffect, useMemo, useRef, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { BandPlace, DraftPaper } from '../../../runtime-ui/src/render'
import type { Box, Placed } from './model'
import { Ruler } from './Ruler'
import { useGesture } from './useGesture'

interface SheetProps {
  page: DraftPaper['pages'][number]
  places: BandPlace[]
  placed: Placed[]
  chosen: string[]
  /** The part that has the focus of the panel: a band is marked. */
  band: string
  locked: Set<string>
  /** Elements that the engine tells something of. */
  told: Set<string>
  zoom: number
  grid: number
  disabled: boolean
  /** The element that takes the keyboard; '' for none. */
  focused: string
  choose: (names: string[], add: boolean) => void
  chooseBand: (band: string) => void
  keep: (boxes: Map<string, Box>) => void
  onKey: (event: KeyboardEvent) => void
}

const corners = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w']

/** A page as the engine draws it, with rulers, and handles over its elements. */
export function Sheet(props: SheetProps) {
  const { page, places, placed, chosen, locked, zoom, grid, disabled, choose, keep } = props
  const width = page.width / 1000
  const height = page.height / 1000
  const free = placed.filter(({ name }) => !disabled && chosen.includes(name) && !locked.has(name))
  const { shown, handlers } = useGesture({
    placed,
    chosen,
    free,
    zoom,
    grid,
    choose,
    keep,
    onGround: (x, y) => {
      props.chooseBand(bandAt(places, x, y))
    },
  })
  const boxOf = (one: Placed) => shown.boxes.get(one.name) ?? one.box
  const [single] = free
  return (
    <div className="print-sheet">
      <Ruler length={width} zoom={zoom} />
      <Ruler length={height} zoom={zoom} upright />
      <div
        className={`print-paper${grid > 0 && zoom >= 3 ? ' has-grid' : ''}`}
        style={{ width: width * zoom, height: height * zoom, '--mm': `${zoom}px` } as object}
        {...handlers}
      >
        <Picture svg={page.svg} />
        <div className="print-over" aria-hidden>
          {places.map((place, i) => (
            <div
              key={i}
              className={`print-band${props.band === place.band ? ' is-chosen' : ''}`}
              style={cssOf(inMM(place), zoom)}
            />
          ))}
        </div>
        {placed.length > 0 && <Elements {...props} boxOf={boxOf} />}
        <div className="print-over" aria-hidden>
          {single !== undefined && free.length === 1 && (
            <div className="print-grips" style={cssOf(boxOf(single), zoom)}>
              {corners.map((grip) => (
                <span key={grip} data-grip={grip} className={`print-grip at-${grip}`} />
              ))}
            </div>
          )}
          {shown.guides.map(({ axis, at }) => (
            <div
              key={axis}
              className={`print-guide is-${axis}`}
              style={axis === 'x' ? { left: at * zoom } : { top: at * zoom }}
            />
          ))}
          {shown.mark !== undefined && (
            <div className="print-mark" style={cssOf(shown.mark, zoom)} />
          )}
        </div>
      </div>
    </div>
  )
}

/** The engine's own picture; it takes neither pointer nor focus. */
function Picture({ svg }: { svg: string }) {
  const address = useMemo(
    () => URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' })),
    [svg],
  )
  useEffect(
    () => () => {
      URL.revokeObjectURL(address)
    },
    [address],
  )
  return <img src={address} alt="" draggable={false} />
}

type ElementsProps = SheetProps & { boxOf: (one: Placed) => Box }

function Elements(props: ElementsProps) {
  const { placed, chosen, locked, told, zoom, focused, boxOf, choose, onKey } = props
  const { t } = useTranslation()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (focused === '') return
    list.current?.querySelector<HTMLElement>(`[data-name="${focused}"]`)?.focus()
  }, [focused])
  return (
    <div
      ref={list}
      className="print-over"
      role="listbox"
      aria-multiselectable
      aria-label={t('designer.print.elements')}
      onKeyDown={onKey}
    >
      {placed.map((one) => {
        const box = boxOf(one)
        const marks = [
          chosen.includes(one.name) && 'is-chosen',
          told.has(one.key) && 'is-told',
          locked.has(one.name) && 'is-locked',
        ].filter(Boolean)
        return (
          <div
            key={one.name}
            role="option"
            tabIndex={0}
            data-name={one.name}
            aria-selected={chosen.includes(one.name)}
            aria-label={t('designer.print.element', {
              type: t(`designer.print.type.${one.type}`),
              key: one.key,
              x: shortly(box.x),
              y: shortly(box.y),
              width: shortly(box.width),
              height: shortly(box.height),
            })}
            title={one.key}
            className={`print-element ${marks.join(' ')}`}
            style={cssOf(box, zoom)}
            onFocus={() => {
              if (!chosen.includes(one.name)) choose([one.name], false)
            }}
          />
        )
      })}
    </div>
  )
}

const shortly = (mm: number) => String(Math.round(mm * 100) / 100)

const inMM = ({ x, y, width, height }: BandPlace): Box => ({
  x: x / 1000,
  y: y / 1000,
  width: width / 1000,
  height: height / 1000,
})

function bandAt(places: BandPlace[], x: number, y: number): string {
  const here = places.map((place) => ({ band: place.band, box: inMM(place) }))
  const found = here.find(
    ({ box }) => x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height,
  )
  return found?.band ?? ''
}

function cssOf(box: Box, zoom: number) {
  return {
    left: box.x * zoom,
    top: box.y * zoom,
    width: Math.max(box.width * zoom, 1),
    height: Math.max(box.height * zoom, 1),
  }
}
