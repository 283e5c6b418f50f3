import type { Json, JsonObject } from '../../../runtime-ui/src/render'
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
