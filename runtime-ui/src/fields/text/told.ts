import type { Words } from '../kit'

/** The key of a text with its arguments, as the server keeps a fact. */
interface Told {
  key: string
  params?: Record<string, unknown>
}

/** Words what a field of the format told keeps; words stay as they are. */
export function toldIn(text: string, say: Words['say']): string {
  const list = kept(text)
  return list === undefined ? text : list.map((one) => word(one, say)).join('; ')
}

function word({ key, params = {} }: Told, say: Words['say']): string {
  const worded = Object.entries(params).map(
    ([name, value]) => [name, isTold(value) ? word(value, say) : value] as const,
  )
  return say(key, Object.fromEntries(worded))
}

function kept(text: string): Told[] | undefined {
  if (!text.startsWith('[{"key":')) return undefined
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) && list.every(isTold) ? list : undefined
  } catch {
    return undefined
  }
}

function isTold(value: unknown): value is Told {
  return typeof value === 'object' && value !== null && 'key' in value
}
