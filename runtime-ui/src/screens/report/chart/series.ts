import type { ChartRow, ReportAnswer, ReportColumn } from '../../../data/report'
import { asText } from '../../../format/plain'
import type { Words } from '../../../fields/kit'
import { wordsOf } from '../words'

export interface Series {
  name: string
  values: (number | null)[] // one per category; null where there is none
}

/** What a chart draws: figures by category, one line or bar each. */
export interface Drawing {
  categories: string[]
  series: Series[]
}

/** A figure of the answer with its place in the drawing. */
interface Cell {
  category: string
  name: string
  value: number | null
}

/** The figures of a chart as it draws them; `rest` names what is not drawn alone. */
export function drawingOf({ chart, columns }: ReportAnswer, words: Words, rest: string): Drawing {
  const x = columns.find(({ key }) => key === chart?.x)
  if (chart === undefined || x === undefined) return { categories: [], series: [] }
  const by = columns.find(({ key }) => key === chart.series)
  const cells = chart.measures.flatMap((measure) => {
    const title = columns.find(({ key }) => key === measure)?.title ?? measure
    const nameOf = (row: ChartRow) => {
      if (by === undefined) return title
      const name = row._rest === true ? rest : wordsOf(by, row, words)
      return chart.measures.length > 1 ? `${name} ${title}` : name
    }
    return chart.rows.map((row): Cell => ({
      category: row._rest === true && by === undefined ? rest : wordsOf(x, row, words),
      name: nameOf(row),
      value: numberOf(row[measure]),
    }))
  })
  return laidOut(cells, by, rest)
}

function laidOut(cells: Cell[], by: ReportColumn | undefined, rest: string): Drawing {
  const categories = distinct(cells.map(({ category }) => category))
  const names = distinct(cells.map(({ name }) => name))
  if (by !== undefined) names.sort((one, other) => inAlphabet(one, other, rest))
  const known = new Map(cells.map(({ category, name, value }) => [`${name}\n${category}`, value]))
  const series = names.map((name) => ({
    name,
    values: categories.map((category) => known.get(`${name}\n${category}`) ?? null),
  }))
  return { categories, series }
}

/** So that a name keeps its colour whatever the figures are; the rest comes last. */
function inAlphabet(one: string, other: string, rest: string): number {
  const last = Number(one.startsWith(rest)) - Number(other.startsWith(rest))
  return last === 0 ? one.localeCompare(other) : last
}

function distinct(names: string[]): string[] {
  return [...new Set(names)]
}

/** A figure beyond 15 digits comes as a text; what is none leaves a gap. */
function numberOf(value: unknown): number | null {
  const number = Number(asText(value))
  return asText(value) === '' || Number.isNaN(number) ? null : number
}
