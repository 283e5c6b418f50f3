import { create } from 'zustand'

/** A language of the product, with the grammar by which sentences are put together. */
export interface Language {
  key: string
  name: string // its own
  locale: string // by which numbers and dates are written
  required: boolean // every text says it
  list_separator: string
  comma: string
  stop: string
  address: 'small_first' | 'large_first'
}

const western = { list_separator: ', ', comma: ', ', stop: '. ', address: 'small_first' } as const

/** Those that came with this build, until the server tells which there are. */
const shipped: Language[] = [
  {
    key: 'zh',
    name: '中文',
    locale: 'zh-CN',
    required: true,
    list_separator: '、',
    comma: '，',
    stop: '。',
    address: 'large_first',
  },
  { key: 'en', name: 'English', locale: 'en-US', required: true, ...western },
  { key: 'es', name: 'Español', locale: 'es-ES', required: true, ...western },
]

const useKnown = create<{ known: Language[] }>(() => ({ known: shipped }))

/** The languages that one may choose, the product's own first. */
export const useLanguages = () => useKnown((state) => state.known)

/** Takes the languages that the server tells; none is no answer. */
export function learnLanguages(told: Language[] | undefined) {
  if (told === undefined || told.length === 0) return
  useKnown.setState({ known: told.map((one) => ({ ...one, locale: localeOf(one) })) })
}

/** The locale of a language, or English where no browser could write by it. */
function localeOf({ locale }: Language): string {
  try {
    return Intl.getCanonicalLocales(locale)[0] ?? 'en-US'
  } catch {
    return 'en-US'
  }
}

/** The key of a language that there is; the product's own for any other. */
export function knownLanguage(key: string | null | undefined): string {
  const { known } = useKnown.getState()
  return known.find((one) => one.key === key)?.key ?? known[0]?.key ?? 'zh'
}

/** What is known of a language; of one that there is not, what holds for English. */
export function languageOf(key: string): Language {
  const { known } = useKnown.getState()
  return (
    known.find((one) => one.key === key) ?? {
      key,
      name: key,
      locale: 'en-US',
      required: false,
      ...western,
    }
  )
}
