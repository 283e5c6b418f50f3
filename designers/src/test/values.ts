import type { Json } from '../../../runtime-ui/src/render'
import { isObject } from '../draft/edit'

/** A value of a row of a test as people type it: @order is a given record, @order.doc_no its field. */
export function textOf(value: Json | undefined): string {
  if (value === undefined) return ''
  const given = isObject(value) ? value['given'] : undefined
  const field = isObject(value) ? value['field'] : undefined
  if (typeof given === 'string')
    return typeof field === 'string' ? `@${given}.${field}` : `@${given}`
  if (typeof value === 'string' && isPlain(value)) return value
  return JSON.stringify(value)
}

/** What was typed: a reference, a number, a truth, JSON, and everything else is a text. */
export function valueOf(text: string): Json {
  const [, given, field] = /^@(\w+)(?:\.(\w+))?$/.exec(text) ?? []
  if (given !== undefined) return field === undefined ? { given } : { given, field }
  if (isPlain(text)) return text
  try {
    return JSON.parse(text) as Json
  } catch {
    return text
  }
}

/** A text that means nothing else as it stands. */
function isPlain(text: string): boolean {
  return !/^(?:@\w|["[{]|-?\d+(?:\.\d+)?$|(?:true|false|null)$)/.test(text)
}
