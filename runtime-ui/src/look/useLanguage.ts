import { useQueryClient } from '@tanstack/react-query'
import { setPreference, usePreferences } from './preferences'
import { switchTexts } from './texts'

/** The language of the moment and the way to another. */
export function useLanguage() {
  const language = usePreferences((p) => p.language)
  const queries = useQueryClient()

  async function switchTo(next: string) {
    await switchTexts(next)
    setPreference('language', next)
    // Titles of menus and screens come from the server in the caller's language.
    await queries.invalidateQueries()
  }
  return { language, switchTo }
}
