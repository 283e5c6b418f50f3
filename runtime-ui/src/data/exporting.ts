import type { Filter } from './rows'

/** Which rows go out, and in which columns: those of a template, or the named fields. */
export interface ExportRequest {
  list: string
  filter?: Filter
  search?: string
  format: 'xlsx' | 'csv'
  fields?: string[]
  template?: string
}

/** The beginning of a file as a template makes it. */
export interface ExportSample {
  titles: string[]
  /** How many columns at the end are of lines. */
  lines: number
  /** How many columns the caller may not read. */
  hidden: number
  rows: string[][]
}
