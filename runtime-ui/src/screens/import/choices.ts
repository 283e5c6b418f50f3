import type { ColumnChoice, Preview } from '../../data/importing'

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

/** What was chosen for columns of these headers before, as far as the fields still exist. */
export function recalled(name: string, { headers, fields }: Preview): Choices {
  const kept = read(name)
  const choices = new Map<number, string>()
  for (const [cell, { header, key }] of headers.entries()) {
    const field = header === '' ? undefined : kept[header]
    if (field === undefined || field === key) continue
    if (field === '' || fields.some((one) => one.key === field)) choices.set(cell, field)
  }
  return choices
}

/** Keeps what was chosen for next time, by the headers of the columns. */
export function remember(name: string, choices: Choices, { headers }: Preview) {
  const kept = read(name)
  for (const [cell, { header }] of headers.entries()) {
    const field = choices.get(cell)
    if (field !== undefined) kept[header] = field
    else Reflect.deleteProperty(kept, header)
  }
  try {
    localStorage.setItem(name, JSON.stringify(kept))
  } catch {
    // Full or closed storage costs only the memory of the next file.
  }
}

function read(name: string): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(name) ?? '{}') as Record<string, string>
  } catch {
    return {}
  }
}
