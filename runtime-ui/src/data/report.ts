import type { Filter } from './rows'
import type { FieldType } from './screen'

/** Values by the fields of a report's parameters; `{period}` is a stretch of days up to today. */
export type ReportParams = Record<string, unknown>

export interface ReportColumn {
  key: string
  title: string
  role: 'group' | 'figure'
  type: FieldType
  period?: 'hour' | 'day' | 'week' | 'month' | 'year' | 'age' | 'left'
  scale?: number
  unit?: string
  total?: boolean
  counts?: string // field without which a record does not count
  only?: Filter[] // records of the figure among those of the row
  made?: boolean // of other figures: no records are behind it
  taken?: boolean // of another report: the records are those of its list
  filter?: Filter // of a figure taken: the records behind its total
}

export interface ReportChart {
  type: 'bar' | 'line' | 'pie'
  x: string
  series?: string
  measures: string[]
  rows: ChartRow[] // summed over all records, in the order in which they are drawn
}

/** A group of the chart; `_rest` stands for all that is not drawn alone. */
export type ChartRow = Record<string, unknown> & { _rest?: boolean }

/**
 * A group with its figures; `<key>__label` are the words for a value, `_taken` the records
 * behind the figures of other reports.
 */
export type ReportRow = Record<string, unknown> & {
  _filter?: Filter
  _taken?: Record<string, Filter>
}

export interface ReportAnswer {
  key: string
  title: string
  params: ReportParams
  days: Record<string, [string, string]> // of the periods among the params
  filter?: Filter // the records behind the totals
  columns: ReportColumn[]
  rows: ReportRow[]
  totals: Record<string, unknown>
  more: boolean // there are more groups
  chart?: ReportChart
}

export type ReportFormat = 'xlsx' | 'csv' | 'pdf'

export interface Reports {
  /** Without params: what the report begins with under the menu entry. */
  query(
    key: string,
    ask: { params?: ReportParams; menuId?: number },
    signal?: AbortSignal,
  ): Promise<ReportAnswer>
  /** The key of the file. */
  export(
    key: string,
    ask: { params: ReportParams; format: ReportFormat },
    writeKey: string,
  ): Promise<string>
}
