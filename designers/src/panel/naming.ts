import { useQuery } from '@tanstack/react-query'
import { useData, type JsonObject } from '../../../runtime-ui/src/render'
import { objectsOf, wordOf } from '../draft/edit'
import type { Of } from '../draft/useDraft'
import { itemOf, namesOf, type Member } from '../schema/schemas'
import { givenNames, tableOfPart } from '../test/parts'
import { isOffered, useOffers } from './offers'

/** What the value of a member, or of its items, may be, as far as it is the name of something. */
export function useNamed(
  of: Of,
  object: JsonObject,
  part: JsonObject,
  member: Member,
): string[] | undefined {
  const names = namesOf(member) ?? namesOf(itemOf(member))
  const offers = useOffers(names)
  const kind = names === undefined || spoken.has(names) || isOffered(names) ? undefined : names
  const table = names === 'field' ? tableOf(of, object) : undefined
  const actions = useActions(
    of.kind === 'test' && member.name === 'act' ? tableOfPart(object, part, 'act') : '',
    of,
  )
  const keys = useKeys(kind, of.change)
  const fields = useFieldsOf(table, of)
  if (of.kind === 'test' && (member.name === 'of' || member.name === 'as'))
    return givenNames(object, member.name)
  if (actions !== undefined) return actions
  if (offers !== undefined) return offers.map(({ key }) => key)
  if (kind !== undefined) return keys
  if (table === undefined) return undefined
  return table === of.key && of.kind === 'table' ? fieldsOf(object) : fields
}

/** What is named otherwise than by the key of an object of a kind. */
const spoken = new Set(['field', 'set', 'screen', 'expression'])

function tableOf(of: Of, object: JsonObject): string | undefined {
  const { table } = object
  if (typeof table === 'string') return table
  return of.kind === 'table' || of.kind === 'document' ? of.key : undefined
}

/** The keys of the objects of a kind. */
function useKeys(kind: string | undefined, change: number): string[] | undefined {
  const { changes } = useData()
  const found = useQuery({
    queryKey: ['meta objects', kind, change],
    queryFn: ({ signal }) => changes.objects(kind ?? '', change, signal),
    enabled: kind !== undefined,
  })
  return found.data?.map(({ key }) => key)
}

/** The actions of a document; undefined where there is none of that name. */
function useActions(document: string, { change }: Of): string[] | undefined {
  const { changes } = useData()
  const found = useQuery({
    queryKey: ['meta object', 'document', document, change, 'actions'],
    queryFn: ({ signal }) => changes.get('document', document, change, signal),
    enabled: document !== '',
    retry: false,
  })
  return found.data && objectsOf(found.data.object['actions']).map(({ key }) => wordOf(key))
}

/** The fields of a table. */
export function useFieldsOf(table: string | undefined, { change }: Of): string[] | undefined {
  const { changes } = useData()
  const found = useQuery({
    queryKey: ['meta object', 'table', table, change, 'fields'],
    queryFn: ({ signal }) => changes.get('table', table ?? '', change, signal),
    enabled: table !== undefined && table !== '',
    retry: false,
  })
  return found.data === undefined ? undefined : fieldsOf(found.data.object)
}

function fieldsOf(table: JsonObject): string[] {
  return [
    ...objectsOf(table['fields']).map((field) => wordOf(field['key'])),
    ...systemFieldsOf(table),
  ]
}

/** What a table has beside its own fields. */
function systemFieldsOf(table: JsonObject): string[] {
  if ('adopted' in table) return ['id']
  return table['insert_only'] === true ? ['id', 'created_at'] : ['id', 'created_at', 'updated_at']
}
