/** What a mapping would make of a file. */
export interface Preview {
  format: 'xlsx' | 'csv'
  encoding: string // of a csv
  /** `field` is the title of what it fills; '' when nothing. */
  headers: { header: string; key: string; field: string; required: boolean }[]
  /** What a column may be chosen to fill. */
  fields: { key: string; title: string; required: boolean }[]
  lacking: { title: string; required: boolean }[] // columns of the mapping that the file has not
  rows: string[][]
  /** What is said of the columns; where nobody said anything, what was learned of such headings. */
  columns: ColumnChoice[]
  all: boolean // one wrong row keeps everything out
}

/** A file that the server keeps for an import. */
export interface KeptFile {
  file: string
  name: string
  preview: Preview
}

/** What a person said about a column of the file. */
export interface ColumnChoice {
  cell: number // column of the file, from 0
  field: string // '': fills nothing
}

/** Another text for a cell. */
export interface CellEdit {
  row: number // of the file, from 1
  cell: number // column of the file, from 0
  value: string
}

export interface ImportAsk {
  fileKey: string
  encoding: string // '': found out
  params: Record<string, unknown>
  edits: CellEdit[]
  columns: ColumnChoice[]
  /** Rows that a trial is about; none: all. */
  only: number[]
  /** Nothing is written. */
  dryRun: boolean
}

export interface RowError {
  row: number
  column: string
  cell: number // -1: the row as a whole
  message: string
  rejected?: boolean
}

/** What became of a file's rows. */
export interface ImportOutcome {
  rows: number
  ok: number
  failed: number
  rejected: number
  skipped: number
  created: number
  updated: number
  errors: RowError[]
  more: number
  headers: string[]
  wrong: { row: number; cells: string[] }[]
  checked?: number[] // rows that a trial of some was about
}

/** Files on their way in. */
export interface Importing {
  /** An empty workbook for a mapping. */
  template: (mapping: string) => Promise<Blob>
  preview: (
    mapping: string,
    /** Columns that are named are learned; without them what was learned is taken. */
    given: { file: File } | { fileKey: string; encoding: string; columns?: ColumnChoice[] },
    writeKey: string,
  ) => Promise<KeptFile>
  /** Has a job read a file and gives the job's id. */
  start: (mapping: string, ask: ImportAsk, writeKey: string) => Promise<number>
}
