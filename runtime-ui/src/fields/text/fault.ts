import { byteLength, isNumber } from '../../format/figures'
import { isEmpty } from '../../format/plain'
import type { FieldShape } from '../kit'

/** What is wrong with a text: the key of the message and its arguments. */
export interface TextFault {
  key: string
  params: Record<string, string | number>
}

/** Judges a text by the limits of its field, as the server does. */
export function textFault(field: FieldShape, value: unknown): TextFault | undefined {
  if (typeof value !== 'string' || isEmpty(value)) return undefined
  const { title, max_length: max, max_length_in: counts, format } = field
  const length = counts === 'bytes' ? byteLength(value) : Array.from(value).length
  if (max !== undefined && length > max) {
    return counts === 'bytes'
      ? { key: 'field.too_wide', params: { field: title, max, length } }
      : { key: 'ui.too_long', params: { max } }
  }
  return format === 'number' && !isNumber(value.trim())
    ? { key: 'field.bad_number', params: { field: title } }
    : undefined
}

/** The most characters that may be typed; none where characters are not what counts. */
export function typedLimit({ max_length, max_length_in }: FieldShape): number | undefined {
  return max_length_in === 'bytes' ? undefined : max_length
}

/** Properties of an input that counts beside what is typed, where that is not plain to see. */
export function counted({ max_length, max_length_in }: FieldShape) {
  if (max_length_in !== 'bytes' || max_length === undefined) return {}
  return { count: { max: max_length, show: true, strategy: byteLength } }
}
