import type { Drawing } from './series'

// Measures of a ring with its names beside it, in px.
const widest = 480 // ring and names; further apart, an eye would lose the line
const largest = 90 // radius
const least = 28 // radius
const named = 200 // what names have before the ring grows
const edge = 12
const mark = 12 // colour before a name
const gap = 5 // between a mark and its name, as echarts leaves it

/**
 * A ring of parts with a list of their shares and names beside it, on `width` px. A name
 * that has no room ends in an ellipsis and stands whole in its tooltip; names around the
 * ring had the least room where the screen is small.
 */
export function ringOf(drawing: Drawing, text: object, width: number) {
  const block = Math.min(width, widest)
  const begin = (width - block) / 2 + edge
  const radius = Math.min(Math.max((block - named) / 3, least), largest)
  const names = begin + 2 * radius + 2 * edge
  const room = begin + block - 2 * edge - names - mark - gap
  const parts = partsOf(drawing)
  const shares = sharesOf(parts)
  return {
    legend: {
      type: 'scroll', // more parts than lines are leafed through
      orient: 'vertical',
      left: names,
      top: 'middle',
      padding: 0,
      itemWidth: mark,
      itemHeight: mark,
      formatter: (name: string) => `${shares.get(name) ?? ''} ${name}`,
      textStyle: { ...text, width: room, overflow: 'truncate' },
      tooltip: { show: true },
    },
    series: [
      {
        type: 'pie',
        center: [begin + radius, '50%'],
        radius: [radius * 0.6, radius],
        label: { show: false },
        data: parts,
      },
    ],
  }
}

interface Part {
  name: string
  value: number
}

function partsOf({ categories, series }: Drawing): Part[] {
  return categories.map((name, index) => ({ name, value: series[0]?.values[index] ?? 0 }))
}

/** Shares in per cent, of small parts in tenths; of nothing everything is 0. */
function sharesOf(parts: Part[]): Map<string, string> {
  const whole = parts.reduce((sum, { value }) => sum + value, 0)
  return new Map(
    parts.map(({ name, value }) => {
      const share = whole === 0 ? 0 : (100 * value) / whole
      return [name, `${share < 1 ? Math.round(10 * share) / 10 : Math.round(share)}%`]
    }),
  )
}
