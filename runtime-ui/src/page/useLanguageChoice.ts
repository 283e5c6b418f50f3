import { useLanguages } from '../format/languages'
import { useLanguage } from '../look/useLanguage'
import { notify } from './notices'

/** The languages of the product and the way to another; the message comes in the one just chosen. */
export function useLanguageChoice() {
  const { language, switchTo } = useLanguage()
  const languages = useLanguages()
  return {
    chosen: language,
    languages,
    choose: (key: string) => {
      if (key === language) return
      void switchTo(key).then(() => {
        notify.success('msg.language_switched')
      })
    },
  }
}
