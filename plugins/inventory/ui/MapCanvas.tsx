import { CompressOutlined, MinusOutlined, PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Kind } from './colour'
import { layOut, type Cell } from './layout'
import { paint } from './paint'
import type { Place } from './place'
import { usePointers } from './usePointers'
import { cellAt, fitted, showing, zoomed, type Size, type View } from './view'

interface Props {
  places: Place[]
  kindOf: (place: Place) => Kind
  tell: (place: Place) => string
  lit: ReadonlySet<number> | undefined // positions that a search found; undefined: no search
  chosen: number | undefined
  label: string
  onChoose: (position: number) => void
}

const step = 80 // px that an arrow key moves
const closer = 1.25

/** The map: dragged, zoomed by wheel, fingers, keys or buttons; a tap chooses. Only what is seen is drawn. */
export function MapCanvas({ places, kindOf, tell, lit, chosen, label, onChoose }: Props) {
  const { t } = useTranslation()
  const canvas = useRef<HTMLCanvasElement>(null)
  const size = useSize(canvas)
  const layout = useLayout(places, size.width)
  const [looked, setView] = useState<View>()
  const [hovered, setHovered] = useState<Cell>()
  const view = looked ?? fitted(layout, size)
  const zoom = (factor: number, x = size.width / 2, y = size.height / 2) => {
    setView(zoomed(view, factor, x, y))
  }
  useWheel(canvas, zoom)

  // What a search found comes into view.
  const [sought, setSought] = useState(lit)
  if (sought !== lit) {
    setSought(lit)
    const found = layout.cells.filter(({ place }) => lit?.has(place.id) === true)
    setView(showing(view, size, found))
  }

  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const kindIn = ({ place }: Cell) => kindOf(place)
      if (canvas.current !== null)
        paint(canvas.current, { layout, kindOf: kindIn, lit, chosen, view, size })
    })
    return () => {
      cancelAnimationFrame(frame)
    }
  })

  const hands = usePointers({
    view,
    setView,
    onTap: (x, y) => {
      const hit = cellAt(layout, view, x, y)
      if (hit !== undefined) onChoose(hit.place.id)
    },
    onHover: (x, y) => {
      setHovered(cellAt(layout, view, x, y))
    },
  })
  const keys: Record<string, () => void> = {
    ArrowLeft: () => {
      setView({ ...view, x: view.x + step })
    },
    ArrowRight: () => {
      setView({ ...view, x: view.x - step })
    },
    ArrowUp: () => {
      setView({ ...view, y: view.y + step })
    },
    ArrowDown: () => {
      setView({ ...view, y: view.y - step })
    },
    '+': () => {
      zoom(closer)
    },
    '-': () => {
      zoom(1 / closer)
    },
    '0': () => {
      setView(undefined)
    },
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const act = keys[event.key]
    if (act === undefined) return
    event.preventDefault()
    act()
  }
  const buttons = [
    { key: '+', icon: <PlusOutlined />, words: t('position_map.closer') },
    { key: '-', icon: <MinusOutlined />, words: t('position_map.further') },
    { key: '0', icon: <CompressOutlined />, words: t('position_map.whole') },
  ]
  return (
    <div className="position-map-frame">
      <canvas
        ref={canvas}
        className="position-map-canvas"
        role="img"
        aria-label={label}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerLeave={() => {
          setHovered(undefined)
        }}
        {...hands}
      />
      <div className="position-map-zoom">
        {buttons.map(({ key, icon, words }) => (
          <Button key={key} icon={icon} aria-label={words} title={words} onClick={keys[key]} />
        ))}
      </div>
      {hovered !== undefined && <div className="position-map-told">{tell(hovered.place)}</div>}
    </div>
  )
}

/** The map laid out for a width; a few px more or less move nothing. */
function useLayout(places: Place[], width: number) {
  const across = Math.max(1, Math.round(width / 100)) * 100
  const [made, setMade] = useState({ places, across, layout: layOut(places, across) })
  if (made.places === places && made.across === across) return made.layout
  const layout = layOut(places, across)
  setMade({ places, across, layout })
  return layout
}

function useSize(canvas: React.RefObject<HTMLCanvasElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 })
  useEffect(() => {
    const element = canvas.current
    if (element === null) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) {
        setSize({ width: entry.contentRect.width, height: entry.contentRect.height })
      }
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
    }
  }, [canvas])
  return size
}

/** The wheel zooms; the page behind stays. */
function useWheel(
  canvas: React.RefObject<HTMLCanvasElement | null>,
  zoom: (factor: number, x: number, y: number) => void,
) {
  const latest = useRef(zoom)
  useEffect(() => {
    latest.current = zoom
  })
  useEffect(() => {
    const element = canvas.current
    if (element === null) return
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      latest.current(event.deltaY < 0 ? closer : 1 / closer, event.offsetX, event.offsetY)
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => {
      element.removeEventListener('wheel', onWheel)
    }
  }, [canvas])
}
