import type { Adoptable, Json, JsonObject } from '../../../runtime-ui/src/render'
import { objectsOf } from '../draft/edit'

const name: JsonObject = {
  key: 'name',
  type: 'text',
  title: { zh: '名称', en: 'Name', es: 'Nombre' },
  max_length: 80,
  required: true,
  search: true,
}

/** What an object of a kind begins with, so that little is wrong with it. */
const beginnings: Record<string, (key: string) => JsonObject> = {
  table: () => ({ label: ['name'], fields: [name] }),
  element: () => ({ type: 'text', max_length: 80 }),
  dropdown: () => ({ items: [] }),
  code_rule: (key) => ({
    parts: [
      { text: key.slice(0, 2).toUpperCase() },
      { date: 'yyMMdd' },
      { seq: { width: 4, reset: 'day' } },
    ],
  }),
  list: () => ({ table: '', columns: [] }),
  form: () => ({ table: '', groups: [] }),
  document: () => ({ states: [], actions: [] }),
  test: () => ({ given: [], when: [], then: [] }),
  home: () => ({ order: 900, cards: [] }),
  menu: () => ({ order: 900, items: [] }),
}

export function firstOf(kind: string, key: string, title: Json): JsonObject {
  return { kind, key, title, ...beginnings[kind]?.(key) }
}

/** A table that reads one of another program: a field for each column that one fits. */
export function adoptedOf(key: string, title: Json, from: Adoptable, id: string): JsonObject {
  const columns = from.columns.filter((one) => one.name !== id && one.type !== '')
  const fields = columns.map(({ name, field, type, scale }) => ({
    key: field,
    type,
    title: { zh: name, en: name, es: name },
    ...(scale !== undefined && { scale }),
  }))
  const others = columns.filter(({ name, field }) => name !== field)
  const named = Object.fromEntries(others.map(({ name, field }) => [field, name]))
  const adopted = {
    from: from.from,
    key: id,
    ...(others.length > 0 && { columns: named }),
  }
  const label = columns.find(({ type }) => type === 'text')?.field ?? 'id'
  return { kind: 'table', key, title, label: [label], adopted, fields }
}

/** A template of files with the columns of a list. */
export function exportOf(key: string, title: Json, list: JsonObject): JsonObject {
  const columns = objectsOf(list['columns']).map((column) =>
    Object.fromEntries(
      ['key', 'field', 'title']
        .filter((one) => one in column)
        .map((one) => [one, column[one] ?? '']),
    ),
  )
  const { table = '', key: shown = '' } = list
  return { kind: 'export', key, title, table, lists: [shown], columns }
}
