import type { Row } from '../../data/rows'
import type {
  DocumentMeta,
  DocumentScreenMeta,
  FieldMeta,
  FormMeta,
  FormScreenMeta,
  FormLinesMeta,
  ListScreenMeta,
  StateMeta,
  TableMeta,
  TreeScreenMeta,
} from '../../data/screen'

export type RecordScreenMeta = ListScreenMeta | TreeScreenMeta | FormScreenMeta | DocumentScreenMeta

/** What a record's page is drawn from. */
export interface RecordMeta {
  title: string // of one record, where the screen's is of many
  table: TableMeta
  tables: Record<string, TableMeta>
  form: FormMeta
  document: DocumentMeta | undefined
  begin: Record<string, unknown> // values that a new one has on this screen
}

const systemFields = ['id', 'version', 'created_at', 'created_by', 'updated_at', 'updated_by']

/** The record's part of a screen; undefined for screens that have none. */
export function recordMetaOf(screen: RecordScreenMeta): RecordMeta | undefined {
  const key = screen.form?.table ?? screen.document?.table ?? screen.list?.table
  const table = key === undefined ? undefined : screen.tables[key]
  if (table === undefined) return undefined
  const form = screen.form ?? plainForm(table, screen.document, screen.tables)
  const { tables, document } = screen
  return { title: table.title, table, tables, form, document, begin: screen.list?.new ?? {} }
}

/** Without a form of its own a table shows all its fields in their order. */
function plainForm(
  table: TableMeta,
  document: DocumentMeta | undefined,
  tables: Record<string, TableMeta>,
): FormMeta {
  const fields = own(table).map(({ key }) => ({ field: key }))
  const lines = (document?.lines ?? []).map((line): FormLinesMeta => {
    const columns = own(tables[line.table]).filter(({ key }) => key !== line.field)
    return {
      set: line.key,
      title: line.title,
      table: line.table,
      columns: columns.map(({ key, ...field }) => ({ field: key, ...field })),
    }
  })
  return { table: table.key, groups: [{ key: 'all', fields }], lines, related: [] }
}

function own(table: TableMeta | undefined): FieldMeta[] {
  return (table?.fields ?? []).filter(({ key }) => !systemFields.includes(key))
}

/** The state that a document is in; a new one is in the first. */
export function stateOf(document: DocumentMeta | undefined, row: Row): StateMeta | undefined {
  if (document === undefined) return undefined
  return document.states.find(({ key }) => key === row['status']) ?? document.states[0]
}

/** May anything of this record be edited by this person now? */
export function mayEdit({ table, document }: RecordMeta, row: Row): boolean {
  const right = row.id === 0 ? 'create' : 'update'
  if (table.writes !== 'all' || !table.rights.includes(right)) return false
  if (row._can?.includes('update') === false) return false // a rule of the role keeps this one
  const edit = row.id === 0 ? true : (stateOf(document, row)?.edit ?? true)
  return edit === true || (Array.isArray(edit) && edit.length > 0)
}

/** May this field of the head, or this set of lines, be edited in the record's state? */
export function mayEditMember(meta: RecordMeta, row: Row, member: string): boolean {
  const edit = row.id === 0 ? true : (stateOf(meta.document, row)?.edit ?? true)
  return mayEdit(meta, row) && (edit === true || (Array.isArray(edit) && edit.includes(member)))
}

/** Fields that people never set: the system's, computed ones, and what stays as it was made. */
export function isFixed(field: FieldMeta, isNew: boolean): boolean {
  const immutable = field.immutable === true && !isNew
  return (
    field.readonly === true ||
    field.computed !== undefined ||
    immutable ||
    systemFields.includes(field.key) ||
    field.key === 'status'
  )
}
