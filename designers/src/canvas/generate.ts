import type { Json, JsonObject, Words } from '../../../runtime-ui/src/render'
import { wordOf } from '../draft/edit'
import { isObject } from '../outline/nodes'

/** An object that is made of another. */
export interface Made {
  kind: string
  key: string
  object: JsonObject
}

const mostColumns = 8

/** Types whose values say nothing in a line of a list. */
const unlisted = new Set(['json', 'long_text', 'rich_text', 'secret', 'address', 'file'])

/** A list and a form of a table: what one begins with, to be changed afterwards. */
export function screensOf(key: string, table: JsonObject): Made[] {
  const fields = (Array.isArray(table['fields']) ? table['fields'] : []).filter(isObject)
  const title = table['title'] ?? null
  const columns = fields.filter(({ type }) => !unlisted.has(wordOf(type))).slice(0, mostColumns)
  const named = (field: JsonObject): JsonObject => ({ field: field['key'] ?? '' })
  const list: JsonObject = {
    kind: 'list',
    key,
    title,
    table: key,
    columns: columns.map(named),
    filters: columns.slice(0, 3).map(named),
    sort: ['-id'],
  }
  const form: JsonObject = {
    kind: 'form',
    key,
    title,
    table: key,
    groups: [{ key: 'main', title: main as unknown as JsonObject, fields: fields.map(named) }],
  }
  return [
    { kind: 'list', key, object: list },
    { kind: 'form', key, object: form },
  ]
}

const main: Words = { zh: '基本信息', en: 'Main', es: 'General' }

/** A menu of the site with an entry for a list, under a group that is there. */
export function menuOf(key: string, title: Json, parent: JsonObject, id: number): Made {
  const route = `${wordOf(parent['route'])}/${key.replaceAll('_', '-')}`
  const entry: JsonObject = { id, parent: parent['id'] ?? 0, route, title, screen: `list:${key}` }
  const own = key.startsWith('x_') ? key : `x_${key}`
  return {
    kind: 'menu',
    key: own,
    object: { kind: 'menu', key: own, title, order: 900, items: [entry] },
  }
}
