/** True for null, undefined and the empty text: what a person calls an empty field. */
export function isEmpty(value: unknown): value is null | undefined | '' {
  return value === null || value === undefined || value === ''
}

/** A scalar as text; the values of JSON objects have a kit of their own. */
export function asText(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return isEmpty(value) ? '' : JSON.stringify(value)
}
