import type { ColumnChoice } from '../../data/importing'

/** What a person said about columns of a file: the field by the column's place; '' fills nothing. */
export type Choices = ReadonlyMap<number, string>

/** The choices with one more; a field that another column was chosen for goes over to this one. */
export function withChoice(choices: Choices, cell: number, field: string): Choices {
  const next = new Map(choices)
  for (const [other, chosen] of choices) {
    if (field !== '' && chosen === field) next.delete(other)
  }
  return next.set(cell, field)
}

export const listOf = (choices: Choices): ColumnChoice[] =>
  [...choices].map(([cell, field]) => ({ cell, field }))

export const choicesOf = (columns: ColumnChoice[]): Choices =>
  new Map(columns.map(({ cell, field }) => [cell, field]))
