import { LookSelect } from './LookSelect'
import { useLanguageLook } from './looks'

/** The choice of a language on the pages before the shell. */
export function LanguageSelect() {
  return <LookSelect look={useLanguageLook()} words />
}
