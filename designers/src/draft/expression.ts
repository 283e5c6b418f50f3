import type { Json } from '../../../runtime-ui/src/render'
import { isObject } from './edit'

/** An expression as people type it: a text that is meant as it is stands in quotes. */
export function sourceOf(value: Json | undefined): string {
  if (typeof value === 'string') return value
  const text = isObject(value) ? value['is'] : undefined
  if (typeof text !== 'string') return ''
  return /['\\]/.test(text) ? JSON.stringify(text) : `'${text}'`
}

/** What was typed as metadata says it; undefined for nothing. */
export function expressionOf(source: string): Json | undefined {
  if (source === '') return undefined
  const [, single, double] = /^\s*(?:'([^'\\]*)'|("(?:[^"\\]|\\["\\])*"))\s*$/.exec(source) ?? []
  if (single !== undefined) return { is: single }
  return double === undefined ? source : { is: JSON.parse(double) as string }
}
