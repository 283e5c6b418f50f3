import { kitOf, type Json, type JsonObject, type Words } from '../../../runtime-ui/src/render'
import { insert, objectsOf, wordOf } from '../draft/edit'
import { own } from '../panel/useParts'

/** An object that is made of another. */
export interface Made {
  kind: string
  key: string
  object: JsonObject
}

const mostColumns = 8

/** False for types whose values say nothing in a line of a list. */
function isListed({ type }: JsonObject): boolean {
  return !['block', 'apart'].includes(kitOf(wordOf(type))?.shown ?? 'line')
}

/** A list and a form of a table: what one begins with, to be changed afterwards. */
export function screensOf(key: string, table: JsonObject): Made[] {
  const fields = objectsOf(table['fields'])
  const title = table['title'] ?? null
  const columns = fields.filter(isListed).slice(0, mostColumns)
  const named = (field: JsonObject): JsonObject => ({ key: field['key'] ?? '' })
  const list: JsonObject = {
    kind: 'list',
    key,
    title,
    table: key,
    columns: columns.map(named),
    filters: columns.slice(0, 3).map(named),
    sort: ['-id'],
    open: hasStates(table) ? 'document' : 'form',
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

const status: JsonObject = {
  key: 'status',
  type: 'enum',
  title: { zh: '状态', en: 'Status', es: 'Estado' },
  readonly: true,
  system: true,
}

function hasStates(table: JsonObject): boolean {
  return objectsOf(table['fields']).some(({ key, system }) => key === 'status' && system === true)
}

/** The table with the field that says in which state its records are. */
export function withStates(table: JsonObject): JsonObject {
  return hasStates(table) ? table : insert(table, ['fields'], 0, status)
}

/** A document of a table: new, under way, done, and the two steps between. */
export function documentOf(key: string, title: Json): Made {
  const states: JsonObject[] = [
    { key: 'new', title: { zh: '新建', en: 'New', es: 'Nuevo' }, phase: 'draft', edit: true },
    { key: 'doing', title: { zh: '进行中', en: 'Under way', es: 'En curso' }, phase: 'work' },
    { key: 'done', title: { zh: '完成', en: 'Done', es: 'Hecho' }, phase: 'done', edit: false },
  ]
  const actions: JsonObject[] = [
    { key: 'start', title: { zh: '开始', en: 'Start', es: 'Empezar' }, from: ['new'], to: 'doing' },
    {
      key: 'finish',
      title: { zh: '完成', en: 'Finish', es: 'Terminar' },
      from: ['doing'],
      to: 'done',
    },
  ].map((action) => ({ ...action, primary: true }))
  const next = actions.map(
    ({ key: step, from }) => ({ key: step, from, action: step }) as JsonObject,
  )
  return { kind: 'document', key, object: { kind: 'document', key, title, states, actions, next } }
}

/** A menu of the site with an entry for a screen, under a group that is there. */
export function menuOf(screen: string, title: Json, parent: JsonObject, id: number): Made {
  const key = screen.split(':').at(-1) ?? ''
  const route = `${wordOf(parent['route'])}/${key.replaceAll('_', '-')}`
  const entry: JsonObject = { key: id, parent: parent['key'] ?? 0, route, title, screen }
  const site = key.startsWith(own) ? key : own + key
  return {
    kind: 'menu',
    key: site,
    object: { kind: 'menu', key: site, title, order: 900, items: [entry] },
  }
}
