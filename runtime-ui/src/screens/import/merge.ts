import type { CellEdit, ImportOutcome } from '../../data/importing'

/** The texts that a person has put into cells, by row and column of the file. */
export type Edits = ReadonlyMap<string, CellEdit>

export const editKey = (row: number, cell: number) => `${row}.${cell}`

export function withEdit(edits: Edits, edit: CellEdit): Edits {
  return new Map(edits).set(editKey(edit.row, edit.cell), edit)
}

/** What is known of the whole file after some of its rows were checked again. */
export function merge(whole: ImportOutcome, part: ImportOutcome): ImportOutcome {
  const again = new Set(part.checked)
  const others = whole.errors.filter(({ row }) => !again.has(row))
  const known = whole.errors.filter(({ row }) => again.has(row))
  const failed = whole.failed - rowsOf(known, false) + part.failed
  const rejected = whole.rejected - rowsOf(known, true) + part.rejected
  return {
    ...whole,
    failed,
    rejected,
    ok: whole.rows - failed - rejected,
    errors: [...others, ...part.errors].sort((a, b) => a.row - b.row),
    wrong: [...whole.wrong.filter(({ row }) => !again.has(row)), ...part.wrong].sort(
      (a, b) => a.row - b.row,
    ),
  }
}

/** How many rows errors are about. */
function rowsOf(errors: ImportOutcome['errors'], rejected: boolean): number {
  const kind = errors.filter((error) => (error.rejected ?? false) === rejected)
  return new Set(kind.map(({ row }) => row)).size
}

/** Why the file may not be written now: a text key; undefined when it may. */
export function blockOf(report: ImportOutcome, all: boolean, unchecked: number) {
  if (unchecked > 0) return 'import.block_unchecked'
  if (all && report.failed > 0) return 'import.block_all'
  if (report.ok === 0) return 'import.block_none'
  return undefined
}
