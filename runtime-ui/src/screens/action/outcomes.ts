import { plainText } from '../../look/Html'
import type { ActAnswer, ActResult, SetResult } from '../../data/act'
import type { Made } from '../../data/said'

/** Records that an action ended alike for. */
export interface Outcome {
  ok: boolean
  /** The state that they are in now, or why they were left; '' where neither is known. */
  says: string
  ones: Pick<ActResult, 'id' | 'msg' | 'label' | 'record'>[]
}

/** What became of the records, outcome by outcome: what went well first, the most first. */
export function outcomesOf(answer: ActAnswer): Outcome[] {
  const groups = new Map<string, Outcome>()
  const add = (ok: boolean, says: string, one: Outcome['ones'][number]) => {
    const key = `${String(ok)} ${says}`
    const group = groups.get(key) ?? { ok, says, ones: [] }
    group.ones.push(one)
    groups.set(key, group)
  }
  for (const one of answer.each ?? []) {
    add(one.result, one.result ? stateOf(one) : plainText(one.msg), one)
  }
  for (const one of answer.set?.left ?? []) add(false, plainText(one.msg), one)
  const weight = ({ ok, ones }: Outcome) => (ok ? 1e9 : 0) + ones.length
  return [...groups.values()].sort((a, b) => weight(b) - weight(a))
}

/** What people call a record of an outcome. */
export function nameOf({ id, label, record }: Outcome['ones'][number]): string {
  return label ?? record?._label ?? `#${id}`
}

function stateOf({ record }: ActResult): string {
  return typeof record?.status === 'string' ? record.status : ''
}

/** Whether an action made nothing and left nothing, but has something to say. */
export function isTalk({ created, left, told = [] }: SetResult): boolean {
  return created.length === 0 && left.length === 0 && told.length > 0
}

/** What was made of single records and has a page. */
export function pagesMade({ each = [] }: ActAnswer): Made[] {
  return each.flatMap(({ created = [] }) => created).filter(({ route }) => route !== undefined)
}

/** Where the work goes on after an action: at the one record that it made, else on its screen. */
export function wayOn(answer: ActAnswer, opens: string): string {
  const made = answer.set?.created ?? pagesMade(answer)
  const there = made.filter(({ route }) => route?.startsWith(`${opens}/`))
  return there.length === 1 ? (there[0]?.route ?? opens) : opens
}
