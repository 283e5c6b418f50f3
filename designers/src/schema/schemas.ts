/** The part of JSON Schema that the schemas of metadata are written in. */
export interface Schema {
  type?: string
  title?: string
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  allOf?: Condition[]
  items?: Schema
  enum?: string[]
  const?: string
  minimum?: number
  maximum?: number
  pattern?: string
  $ref?: string
  $defs?: Record<string, Schema>
  'x-key'?: string
  'x-fixed'?: boolean
  'x-names'?: string
  'x-scope'?: string[]
  'x-scope-more'?: string[]
}

/** What is required unless a member is there; conditions of another form say nothing to editors. */
interface Condition {
  if?: { not?: { required?: string[] } }
  then?: { required?: string[] }
}

/** A schema, the file in which its references begin, and the name of its definition. */
export interface Place {
  file: string
  schema: Schema
  /** Name of the shared definition that it is of: text, expression, key, path, field, ...; '' for none. */
  of: string
  /** Names that an expression there may see; lines stands for each set of lines by its key. */
  scope: string[]
}

export interface Member extends Place {
  name: string
  required: boolean
}

const files = import.meta.glob<Schema>('../../../metadata/schema/*.schema.json', {
  eager: true,
  import: 'default',
})

const common = 'common.schema.json'

/** The schema of a kind's objects. */
export function rootOf(kind: string): Place {
  return resolve(`${kind}.schema.json`, fileOf(`${kind}.schema.json`), [])
}

/** A list that objects of a kind have. */
export function listOf(kind: string, name: string): Place {
  const found = membersOf(rootOf(kind)).find((member) => member.name === name)
  if (found === undefined) throw new Error(`a ${kind} has no ${name}`)
  return found
}

/** A definition that all schemas share. */
export function shared(name: string): Place {
  return resolve(common, { $ref: `${common}#/$defs/${name}` }, [])
}

/** What the name of a part or an object looks like. */
export const keyShape = new RegExp(shared('key').schema.pattern ?? '')

function fileOf(name: string): Schema {
  const found = files[`../../../metadata/schema/${name}`]
  if (found === undefined) throw new Error(`there is no schema ${name}`)
  return found
}

/** The members that an object may have, in the order in which they are written. */
export function membersOf(place: Place): Member[] {
  const { properties = {}, required = [], allOf = [] } = place.schema
  const unless = allOf.flatMap((one) =>
    one.if?.not === undefined ? [] : (one.then?.required ?? []),
  )
  return Object.entries(properties)
    .filter(([name]) => name !== '$schema' && name !== 'kind')
    .map(([name, schema]) => ({
      ...resolve(place.file, schema, place.scope),
      name,
      required: required.includes(name) || unless.includes(name),
    }))
}

/** What the items of a list are. */
export function itemOf(place: Place): Place {
  return resolve(place.file, place.schema.items ?? {}, place.scope)
}

/** Follows references; what stands beside one wins. */
function resolve(file: string, schema: Schema, around: string[]): Place {
  const { $ref, ...beside } = schema
  if ($ref === undefined) return { file, schema, of: '', scope: scopeOf(schema, around) }
  const [name = '', path = ''] = $ref.split('#')
  const next = name === '' ? file : name
  const steps = path.split('/').slice(1)
  const found = steps.reduce<unknown>(
    (at, step) => (at as Partial<Record<string, unknown>>)[step],
    fileOf(next),
  )
  if (found === undefined) throw new Error(`there is no definition ${$ref}`)
  const whole = resolve(next, found as Schema, [])
  const of = whole.of === '' && next === common && steps.length === 2 ? (steps[1] ?? '') : whole.of
  const joined = { ...whole.schema, ...beside }
  return { file: whole.file, schema: joined, of, scope: scopeOf(joined, around) }
}

/** What is seen there: what a place says itself, else what is seen around it, and what comes in more. */
function scopeOf(schema: Schema, around: string[]): string[] {
  return [...(schema['x-scope'] ?? around), ...(schema['x-scope-more'] ?? [])]
}

/** What a member is to an editor: a list of parts, one part, or a value in the panel. */
export type Role = 'list' | 'part' | 'value'

export function roleOf(place: Place): Role {
  const { type, properties } = place.schema
  if (type === 'array') return itemOf(place).schema.properties === undefined ? 'value' : 'list'
  return type === 'object' && properties !== undefined && place.of !== 'text' ? 'part' : 'value'
}

/** What a value there names: an object of a kind, a field, a screen; an expression speaks of all. */
export function namesOf(place: Place): string | undefined {
  return place.schema['x-names']
}

/**
 * What a member means there. What is true of every text, and of every name where it is given, says
 * nothing at a place that only has to do with one.
 */
export function helpOf(place: Place): string | undefined {
  const { description } = place.schema
  const isPlain = place.of === 'text' || (place.of === 'key' && namesOf(place) !== undefined)
  return isPlain && description === shared(place.of).schema.description ? undefined : description
}

/** The member by which items of a list are known; undefined where they are known by place. */
export function keyOf(list: Place): string | undefined {
  return list.schema['x-key']
}
