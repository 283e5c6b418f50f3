import type { ReportAnswer, ReportColumn, ReportRow } from '../../../data/report'
import { asText, type Words } from '../../../fields/kit'
import { wordsOf } from '../words'

export interface Series {
  name: string
  values: (number | null)[] // one per category
}

/** What a chart draws: figures by category, one line or bar each. */
export interface Drawing {
  categories: string[]
  series: Series[]
}

const mostSeries = 8

/** The figures of an answer as its chart draws them; groups beyond the axes are added up. */
export function drawingOf(answer: ReportAnswer, words: Words): Drawing {
  const { chart, columns } = answer
  const x = columns.find(({ key }) => key === chart?.x)
  if (chart === undefined || x === undefined) return { categories: [], series: [] }
  const rows = inOrder(answer.rows, x)
  const categories = distinct(rows.map((row) => wordsOf(x, row, words)))
  const by = columns.find(({ key }) => key === chart.series)
  const names =
    by === undefined ? [] : distinct(rows.map((row) => wordsOf(by, row, words))).sort(inAlphabet)
  const series = chart.measures.flatMap((measure) => {
    const title = columns.find(({ key }) => key === measure)?.title ?? measure
    const sumOf = (only: (row: ReportRow) => boolean) =>
      categories.map((category) =>
        sum(
          rows.filter((row) => only(row) && wordsOf(x, row, words) === category),
          measure,
        ),
      )
    if (by === undefined) return [{ name: title, values: sumOf(() => true) }]
    return names.slice(0, mostSeries).map((name) => ({
      name: chart.measures.length > 1 ? `${name} ${title}` : name,
      values: sumOf((row) => wordsOf(by, row, words) === name),
    }))
  })
  return { categories, series }
}

/** Days go from left to right, whatever the table is sorted by. */
function inOrder(rows: ReportRow[], x: ReportColumn): ReportRow[] {
  if (x.period === undefined) return rows
  const day = (row: ReportRow) => asText(row[x.key])
  return [...rows].sort((one, other) => day(one).localeCompare(day(other)))
}

/** So that a name keeps its colour whatever the figures are. */
function inAlphabet(one: string, other: string): number {
  return one.localeCompare(other)
}

function distinct(names: string[]): string[] {
  return [...new Set(names)]
}

/** Null where there is nothing to add. */
function sum(rows: ReportRow[], key: string): number | null {
  const figures = rows.map((row) => row[key]).filter((value) => typeof value === 'number')
  return figures.length === 0 ? null : figures.reduce((one, other) => one + other, 0)
}
