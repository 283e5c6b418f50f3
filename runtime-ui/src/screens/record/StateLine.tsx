import { CheckOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { usePhone } from '../../look/useDevice'
import type { DocumentMeta } from '../../data/screen'
import { useWords } from '../../fields/words'
import { exactTime } from '../../format/time'
import { stateOf, type RecordMeta } from './parts'
import { useRecordPart } from './recordStore'
import { useHistory } from './useHistory'
import { wayOf, type Step } from './way'

interface StateLineProps {
  meta: RecordMeta
  document: DocumentMeta
}

/** The way of a document through its stages. */
export function StateLine({ meta, document }: StateLineProps) {
  const { t } = useTranslation()
  const phone = usePhone()
  const id = useRecordPart(({ base }) => base.id)
  const status = useRecordPart(({ base }) => stateOf(document, base)?.key) ?? ''
  const history = useHistory(meta, id)
  const steps = wayOf(document, status, history.data?.changes)
  if (steps.length < 2) return null // the tag beside the name says as much
  return (
    <ol
      className="state-line"
      aria-label={t('record.states')}
      tabIndex={phone ? 0 : undefined} // it is scrolled there, by keys too
    >
      {steps.map((step) => (
        <Stop key={step.key} step={step} />
      ))}
    </ol>
  )
}

function Stop({ step: { title, place, phase, note, at } }: { step: Step }) {
  const { language } = useWords()
  const now = place === 'now'
  return (
    <li
      className={`${place} ${phase === undefined ? '' : `phase-${phase}`}`}
      aria-current={now ? 'step' : undefined}
      title={at === undefined ? undefined : exactTime(at, language)}
      ref={now ? intoView : undefined}
    >
      {place === 'past' && <CheckOutlined />} {title}
      {note !== undefined && <span className="note">{note}</span>}
    </li>
  )
}

/** On a phone the line is longer than its window. */
function intoView(state: HTMLLIElement | null) {
  state?.scrollIntoView({ inline: 'center', block: 'nearest' })
}
