import { CheckOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { usePhone } from '../../app/shell/useDevice'
import type { DocumentMeta, StateMeta } from '../../data/screen'
import { stateOf } from './parts'
import { useRecordPart } from './recordStore'

/** The way of a document through its states. Side ways are shown only while it is on one. */
export function StateLine({ document }: { document: DocumentMeta }) {
  const { t } = useTranslation()
  const phone = usePhone()
  const current = useRecordPart(({ base }) => stateOf(document, base))
  const shown = document.states.filter((state) => state === current || isOnTheWay(state))
  const at = current === undefined ? -1 : shown.indexOf(current)
  return (
    <ol
      className="state-line"
      aria-label={t('record.states')}
      tabIndex={phone ? 0 : undefined} // it is scrolled there, by keys too
    >
      {shown.map((state, index) => (
        <li
          key={state.key}
          className={`${index < at ? 'past' : ''} ${index === at ? `phase-${state.phase}` : ''}`}
          aria-current={index === at ? 'step' : undefined}
          ref={index === at ? intoView : undefined}
        >
          {index < at && <CheckOutlined />} {state.title}
        </li>
      ))}
    </ol>
  )
}

/** On a phone the line is longer than its window. */
function intoView(state: HTMLLIElement | null) {
  state?.scrollIntoView({ inline: 'center', block: 'nearest' })
}

function isOnTheWay({ phase }: StateMeta): boolean {
  return phase !== 'stopped'
}
