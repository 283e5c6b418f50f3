import type { Words } from '../kit'

/** The key of a text with its arguments, as the server keeps a fact. */
interface Told {
  key: string
  params?: Record<string, unknown>
}

type Speech = Pick<Words, 'say' | 'language'>

/** Words what a field of the format told keeps; words stay as they are. */
export function toldIn(text: string, speech: Speech): string {
  const list = kept(text)
  return list === undefined ? text : list.map((one) => word(one, speech)).join('; ')
}

function word({ key, params = {} }: Told, speech: Speech): string {
  const worded = Object.entries(params).map(
    ([name, value]) => [name, isTold(value) ? word(value, speech) : said(value, speech)] as const,
  )
  return speech.say(key, Object.fromEntries(worded))
}

/** An argument that is a text of the metadata has languages; others stay as they are. */
function said(value: unknown, { language }: Speech): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const texts = value as Record<string, unknown>
  return texts[language] ?? texts['en'] ?? Object.values(texts)[0]
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
