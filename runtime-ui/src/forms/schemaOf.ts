import type { RJSFSchema, UiSchema } from '@rjsf/utils'
import type { FieldMeta, FieldType } from '../data/screen'

const jsonTypes: Record<FieldType, RJSFSchema['type']> = {
  address: 'object',
  barcode: 'string',
  boolean: 'boolean',
  code: 'string',
  colour: 'string',
  date: 'string',
  decimal: 'number',
  enum: 'string',
  file: 'string',
  id: 'integer',
  image: 'string',
  instant: 'string',
  integer: 'integer',
  json: undefined,
  length: 'number',
  long_text: 'string',
  money: 'number',
  multi_reference: 'array',
  parent: 'integer',
  reference: 'integer',
  rich_text: 'string',
  secret: 'string',
  text: 'string',
  weight: 'number',
}

/** The JSON Schema of some fields; values that are not given are absent. */
export function schemaOf(fields: FieldMeta[]): RJSFSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.key, propertyOf(field)])),
    required: fields.filter((field) => field.required === true).map((field) => field.key),
  }
}

/** Each field is drawn by the kit of its type. */
export function uiSchemaOf(fields: FieldMeta[]): UiSchema {
  const entries = fields.map((field) => [
    field.key,
    { 'ui:widget': 'kit', 'ui:options': { meta: field } },
  ])
  return {
    ...Object.fromEntries(entries),
    'ui:submitButtonOptions': { norender: true },
  } as UiSchema
}

/** Texts are judged by their kit, since not every limit of theirs has a keyword. */
function propertyOf({ type, title, help, min, max }: FieldMeta): RJSFSchema {
  const jsonType = jsonTypes[type]
  return {
    title,
    ...(jsonType === undefined ? {} : { type: jsonType }),
    ...(help === undefined ? {} : { description: help }),
    ...(min === undefined ? {} : { minimum: min }),
    ...(max === undefined ? {} : { maximum: max }),
  }
}
