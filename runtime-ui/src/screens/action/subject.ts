import type { Act } from '../../data/act'

/** What a question is about: how many records, and what people call those that are known. */
export interface Subject {
  count: number
  names: string[]
}

/** The records of a target; one that is open says itself what it is. */
export function subjectOf(
  target: Act['target'],
  labelOf: (id: number) => string | undefined,
): Subject | undefined {
  if ('id' in target) return undefined
  if ('ids' in target) {
    return { count: target.ids.length, names: target.ids.map((id) => labelOf(id) ?? `#${id}`) }
  }
  return { count: target.expect, names: [] }
}
