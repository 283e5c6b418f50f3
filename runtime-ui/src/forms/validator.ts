import { Validator, type OutputUnit, type Schema } from '@cfworker/json-schema'
import {
  toErrorSchema,
  type RJSFSchema,
  type RJSFValidationError,
  type ValidationData,
  type ValidatorType,
} from '@rjsf/utils'
import type { TFunction } from 'i18next'

/** Keywords that only hold others; their own errors repeat what is said further down. */
const containers = new Set(['properties', 'items', 'allOf', 'anyOf', 'oneOf', '$ref', 'if'])

/**
 * rjsf's validator without code made from text, which a strict content policy forbids; the schema
 * is interpreted. Messages are in the person's language.
 */
export function createValidator(t: TFunction): ValidatorType {
  function check(schema: RJSFSchema, formData: unknown): OutputUnit[] {
    const validator = new Validator(schema as Schema, '2020-12', false)
    return validator.validate(withoutUndefined(formData)).errors
  }
  return {
    isValid: (schema, formData, rootSchema) => {
      const whole = { ...schema, $defs: { ...rootSchema.$defs, ...schema.$defs } }
      return check(whole, formData).length === 0
    },
    validateFormData: (formData, schema): ValidationData<unknown> => {
      const errors = check(schema, formData)
        .filter(({ keyword }) => !containers.has(keyword))
        .map((unit) => errorOf(unit, schema, t))
      return { errors, errorSchema: toErrorSchema(errors) }
    },
    rawValidation: (schema, formData) => ({ errors: check(schema, formData) as never[] }),
  }
}

function errorOf(unit: OutputUnit, schema: RJSFSchema, t: TFunction): RJSFValidationError {
  const path = pathOf(unit)
  const message = messageOf(unit, limitOf(schema, unit.keywordLocation), t)
  return {
    name: unit.keyword,
    message,
    property: path.map((part) => `.${part}`).join(''),
    stack: message,
    schemaPath: unit.keywordLocation,
  }
}

/** A missing value is reported at the object around it; its name stands in the text alone. */
function pathOf({ keyword, instanceLocation, error }: OutputUnit): string[] {
  const path = instanceLocation.split('/').slice(1)
  const missing = keyword === 'required' ? /"([^"]+)"/.exec(error)?.[1] : undefined
  return missing === undefined ? path : [...path, missing]
}

function messageOf({ keyword }: OutputUnit, limit: unknown, t: TFunction): string {
  switch (keyword) {
    case 'required':
      return t('ui.required')
    case 'minimum':
      return t('ui.too_small', { min: limit })
    case 'maximum':
      return t('ui.too_large', { max: limit })
    default:
      return t('ui.invalid')
  }
}

/** The value of the schema's keyword at a location such as `#/properties/qty/minimum`. */
function limitOf(schema: RJSFSchema, location: string): unknown {
  return location
    .split('/')
    .slice(1)
    .reduce<unknown>((node, part) => (node as Record<string, unknown> | undefined)?.[part], schema)
}

/** JSON has no undefined, and neither has the interpreter. */
function withoutUndefined(formData: unknown): unknown {
  return JSON.parse(JSON.stringify(formData ?? {})) as unknown
}
