import { kitOf, type Json, type JsonObject } from '../../../runtime-ui/src/render'
import { asList, objectsOf, wordOf } from '../draft/edit'

/** A row that a template begins with: a field with its word, or the heading of those below it. */
export interface Row {
  word: Json
  field?: string
  /** Figures stand at the right of their column. */
  right?: boolean
}

/** What a list of lines begins with. */
export interface Lines {
  set: string
  columns: Row[]
}

/** The table's fields. */
export function rowsOfTable(table: JsonObject): Row[] {
  return objectsOf(table['fields'])
    .filter(isLine)
    .map((field) => rowOf(field, table))
}

/**
 * The columns of a list, or the fields of a group, that are shown; when a record was made and
 * changed is nothing for its paper.
 */
export function rowsOfColumns(columns: Json | undefined, table: JsonObject): Row[] {
  return objectsOf(columns)
    .filter(({ hidden }) => hidden !== true)
    .filter((column) => {
      const field = fieldOf(column, table)
      return field !== undefined && isLine(field)
    })
    .map((column) => rowOf(column, table))
}

/** The fields of a form, those before its lines first, each group under its heading. */
export function rowsOfForm(form: JsonObject, table: JsonObject): Row[] {
  const first = wordsOf(form['essential']).map((key) => ({ key }))
  const groups = objectsOf(form['groups']).flatMap((group): Row[] => {
    const rows = rowsOfColumns(group['fields'], table)
    const { title } = group
    return rows.length === 0 || title === undefined ? rows : [{ word: title }, ...rows]
  })
  const rows = [...rowsOfColumns(first, table), ...groups]
  return rows.filter(
    ({ field }, i) => !rows.slice(0, i).some((one) => one.field === field && field),
  )
}

/** The lines of a form: the columns of its first grid that are always there. */
export function linesOfForm(form: JsonObject, table: JsonObject): Lines | undefined {
  const [grid] = objectsOf(form['lines'])
  if (grid === undefined) return undefined
  const always = objectsOf(grid['columns']).filter(({ visible }) => visible === undefined)
  return { set: wordOf(grid['key']), columns: rowsOfColumns(always, table) }
}

const wordsOf = (value: Json | undefined): string[] => asList(value).map(wordOf)

/** A column or field, with the word that its screen has for it. */
function rowOf(shown: JsonObject, table: JsonObject): Row {
  const field = fieldOf(shown, table)
  const path = pathOf(shown)
  const word = shown['title'] ?? field?.['title'] ?? { zh: path, en: path, es: path }
  const right = kitOf(wordOf(field?.['type']))?.align === 'right'
  return { word, field: path, ...(right && { right }) }
}

const pathOf = (shown: JsonObject) => wordOf(shown['field']) || wordOf(shown['key'])

/** The field of the table; of a path that leads further, the one that it begins with. */
function fieldOf(shown: JsonObject, table: JsonObject): JsonObject | undefined {
  const [first] = pathOf(shown).split('.')
  const field = objectsOf(table['fields']).find(({ key }) => key === first)
  return pathOf(shown) === first ? field : field && { ...field, type: 'text' }
}

/** True for types whose values stand in a line of paper. */
function isLine({ type }: JsonObject): boolean {
  return (kitOf(wordOf(type))?.shown ?? 'line') === 'line'
}
