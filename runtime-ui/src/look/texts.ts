import i18next, { type FormatterModule } from 'i18next'
import { initReactI18next } from 'react-i18next'

type Texts = Record<string, string>

/** Words that go by a number, as {rows, row|rows}: the form for one, then that for others. */
const numbers: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value, forms = '') => forms.split('|')[String(value) === '1' ? 0 : 1] ?? '',
}

/** Prepares i18next; keys are flat and placeholders stand in single braces, as in metadata/i18n. */
export async function startTexts(language: string): Promise<void> {
  await i18next
    .use(initReactI18next)
    .use(numbers)
    .init({
      lng: language,
      resources: { [language]: { translation: await loadTexts(language) } },
      keySeparator: false,
      nsSeparator: false,
      interpolation: { escapeValue: false, prefix: '{', suffix: '}' },
      returnNull: false,
    })
}

/** Shows another language, loading its texts at the first time. */
export async function switchTexts(language: string): Promise<void> {
  if (!i18next.hasResourceBundle(language, 'translation')) {
    i18next.addResourceBundle(language, 'translation', await loadTexts(language))
  }
  await i18next.changeLanguage(language)
}

/** Fetches the texts of the language shown anew; those of others when they are shown. */
export async function refreshTexts(): Promise<void> {
  const shown = i18next.language
  const texts = await fetchTexts(shown)
  if (texts === undefined) return // what is shown is better than what came with this build
  for (const language of Object.keys(i18next.store.data)) {
    if (language !== shown) i18next.removeResourceBundle(language, 'translation')
  }
  i18next.addResourceBundle(shown, 'translation', texts, false, true)
  await i18next.changeLanguage(shown) // has everything that shows texts drawn again
}

/** The published texts; those that came with this build when the server has none to give. */
async function loadTexts(language: string): Promise<Texts> {
  const texts = await fetchTexts(language)
  if (texts !== undefined) return texts
  const { terms } = await import('../../../metadata/i18n/ui.i18n.json')
  return Object.fromEntries(
    Object.entries(terms).map(([key, text]) => [key, words(text, language)]),
  )
}

/** What this build says in a language; of one that came with a site that is English. */
function words(text: Record<string, string | undefined>, language: string): string {
  return text[language] ?? text['en'] ?? ''
}

async function fetchTexts(language: string): Promise<Texts | undefined> {
  try {
    const response = await fetch(`/api/i18n/${language}.json`)
    return response.ok ? ((await response.json()) as Texts) : undefined
  } catch {
    return undefined // without a server the login page must still be able to say so
  }
}
