import { useTranslation } from 'react-i18next'
import { useLanguages, type Words } from '../../../runtime-ui/src/render'

/** Texts of metadata in the person's language. */
export function useWords() {
  const { t, i18n } = useTranslation()
  const { language } = i18n
  const languages = useLanguages()
  return {
    of: (words: Words | undefined) => words?.[language] ?? words?.en,
    /**
     * What a member of the metadata language is called, in objects of a kind if it means something
     * else there; its own word where it has no name.
     */
    member: (word: string, kind = '') =>
      t([`designer.member.${kind}.${word}`, `designer.member.${word}`], { defaultValue: word }),
    /** What a language is called. */
    language: (key: string) =>
      t(`designer.language.${key}`, {
        defaultValue: languages.find((one) => one.key === key)?.name ?? key,
      }),
    /** What a value that a member may have means; undefined for one that stands for itself. */
    value: (value: string, member: string, kind: string): string | undefined =>
      t([`designer.value.${kind}.${member}.${value}`, `designer.value.${value}`], {
        defaultValue: '',
      }) || undefined,
    card: (kind: string) => t(`designer.card.${kind}`, { defaultValue: kind }),
    kind: (kind: string) => t(`designer.kind.${kind}`, { defaultValue: kind }),
  }
}

/** The keys of the languages that every text says. */
export function useRequired(): string[] {
  return useLanguages()
    .filter((one) => one.required)
    .map((one) => one.key)
}
