import type { Option } from '../../data/screen'
import { fold } from '../../format/fold'

export interface Choice {
  value: Option['value']
  label: string
  /** What it is found by, folded: what people read, the value, and other spellings of it. */
  found: string[]
}

export function choiceOf({ value, label, also = [] }: Option): Choice {
  return { value, label, found: [label, String(value), ...also].map(fold) }
}

export function isFound(typed: string, choice?: Choice): boolean {
  return choice?.found.some((text) => text.includes(fold(typed))) ?? false
}

/** Whether a text is the whole of one of its spellings. */
export function isNamed(typed: string, { found }: Choice): boolean {
  return found.includes(fold(typed.trim()))
}

/** Who types a whole code or name means that one: it comes before those that only hold it. */
export function byExact(a: Choice, b: Choice, { searchValue }: { searchValue: string }): number {
  return Number(isNamed(searchValue, b)) - Number(isNamed(searchValue, a))
}
