import { useTranslation } from 'react-i18next'
import { exactTime } from '../../format/time'

/** An instant to the minute; a dash for none. */
export function When({ at }: { at: string | null }) {
  const { i18n } = useTranslation()
  return <span className="figure">{at === null ? '–' : exactTime(at, i18n.language)}</span>
}
