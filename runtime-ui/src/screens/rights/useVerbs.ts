import { useTranslation } from 'react-i18next'
import type { GrantableButton } from '../../data/rights'

/** The word on a button, which those that every table has do not bring along. */
export function useVerbs() {
  const { t } = useTranslation()
  return ({ code, title }: GrantableButton) => title ?? t(`rights.verb.${code}`)
}
