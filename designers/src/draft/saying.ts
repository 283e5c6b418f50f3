import type { Json, Words } from '../../../runtime-ui/src/render'

/** What a text says in each language so far. */
export type Said = Partial<Words>

/** A text with other words in a language; only a required language is kept without any. */
export function saying(words: Said, language: string, said: string, required: boolean): Said {
  const all = Object.entries({ ...words, [language]: said })
  return Object.fromEntries(
    all.filter(([one, text]) => text !== '' || one !== language || required),
  )
}

/** What is kept of a text: one that need not be there goes when it says nothing any more. */
export function keptOf(said: Said, required: boolean): Json | undefined {
  const empty = Object.values(said).every((one) => one === '')
  return empty && !required ? undefined : (said as Json)
}
