import { useTranslation } from 'react-i18next'
import type { Words } from '../../../runtime-ui/src/render'

/** The languages of texts, the first of them the one that the product is written in. */
export const languages = ['zh', 'en', 'es'] as const

/** Texts of metadata in the person's language. */
export function useWords() {
  const { t, i18n } = useTranslation()
  const language = i18n.language as keyof Words
  return {
    of: (words: Words | undefined) => words?.[language] ?? words?.en,
    /**
     * What a member of the metadata language is called, in objects of a kind if it means something
     * else there; its own word where it has no name.
     */
    member: (word: string, kind = '') =>
      t([`designer.member.${kind}.${word}`, `designer.member.${word}`], { defaultValue: word }),
    language: (language: keyof Words) => t(`designer.language.${language}`),
    card: (kind: string) => t(`designer.card.${kind}`, { defaultValue: kind }),
    kind: (kind: string) => t(`designer.kind.${kind}`, { defaultValue: kind }),
  }
}
