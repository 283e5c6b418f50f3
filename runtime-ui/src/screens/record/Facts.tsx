import { useTranslation } from 'react-i18next'
import { exactTime } from '../../format/time'
import { asText, isEmpty } from '../../format/plain'
import { useWords } from '../../fields/words'
import { useRecordPart } from './recordStore'

/** Who made a record and who changed it last, on one line. */
export function Facts() {
  const { t } = useTranslation()
  const { language } = useWords()
  const base = useRecordPart((record) => record.base)
  const facts = ['created', 'updated'].flatMap((what) => {
    const at = base[`${what}_at`]
    if (isEmpty(at)) return []
    const by = asText(base[`${what}_by__label`])
    return [t(`record.${what}`, { at: exactTime(at, language), by })]
  })
  if (facts.length === 0) return null
  return (
    <p className="facts quiet figure">
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </p>
  )
}
