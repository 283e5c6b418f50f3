interface RulerProps {
  /** In mm. */
  length: number
  /** px of a mm. */
  zoom: number
  upright?: boolean
}

const thick = 22 // px

/** A ruler in mm beside a page. */
export function Ruler({ length, zoom, upright = false }: RulerProps) {
  const step = zoom >= 4 ? 1 : zoom >= 1.5 ? 5 : 10
  const named = zoom >= 3 ? 10 : zoom >= 1.2 ? 20 : 50
  const ticks = Array.from({ length: Math.floor(length / step) + 1 }, (_, i) => i * step)
  const size = length * zoom
  return (
    <svg
      className={`print-ruler ${upright ? 'is-upright' : 'is-level'}`}
      width={upright ? thick : size}
      height={upright ? size : thick}
      aria-hidden
    >
      {ticks.map((mm) => {
        const at = mm * zoom + 0.5
        const long = mm % 10 === 0 ? 8 : mm % 5 === 0 ? 6 : 3
        const line = upright
          ? { x1: thick - long, x2: thick, y1: at, y2: at }
          : { x1: at, x2: at, y1: thick - long, y2: thick }
        return <line key={mm} {...line} />
      })}
      {ticks
        .filter((mm) => mm % named === 0 && mm > 0)
        .map((mm) =>
          upright ? (
            <text key={mm} transform={`translate(11 ${mm * zoom}) rotate(-90)`} textAnchor="middle">
              {mm}
            </text>
          ) : (
            <text key={mm} x={mm * zoom} y={11} textAnchor="middle">
              {mm}
            </text>
          ),
        )}
    </svg>
  )
}
